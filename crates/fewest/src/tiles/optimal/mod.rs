//! Fewest moves by tables and depth-first search.
mod grid;
mod manhattan;
mod orders;
mod pattern;
mod sets;
mod sliced;
mod table;

pub fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/self/schedstat").unwrap();
    s.split_whitespace().next().unwrap().parse::<f64>().unwrap() / 1e9
}
pub fn probe() {
    use grid::Grid;
    let grid = Grid { rows: 4, cols: 4 };
    for homes in [vec![0u8, 4, 5, 8, 9, 12], vec![0, 1, 4, 5, 8, 9, 12]] {
        let pattern = pattern::Pattern { grid, homes: homes.to_vec(), blank_home: 15 };
        let t = cpu();
        let (sets, orders) = (sets::Sets::new(grid, homes.len()), orders::Orders::new(homes.len(), 4));
        let t1 = cpu();
        let b = pattern::Blocks::new(&pattern, &sets, &orders);
        let t2 = cpu();
        let host = fewest_search::Host::default();
        let built = table::build(&pattern, &sets, &orders, &host).expect("memory");
        println!("{} orders {:.4} blocks {:.4} build {:.3} {}", homes.len(), t1 - t, t2 - t1, cpu() - t2, built.layers.len());
        drop(b);
    }
}
