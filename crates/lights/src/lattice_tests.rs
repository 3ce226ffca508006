use super::super::board::Press;
use super::super::rule::Sheet;
use super::*;
use proptest::prelude::*;

fn net(name: &str, wrap: Wrap, no_self: bool, width: usize, height: usize) -> Net {
    let rule = Rule::named(name, wrap).expect("a name");
    let rule = if no_self { rule.without_self() } else { rule };
    let cells = (0..width * height).map(|index| Press::at(index % width, index / width)).collect();
    rule.net(cells, Sheet { first: Press::at(0, 0), width, height })
}

/// What pressing changes.
fn changed(net: &Net, presses: &BitVec) -> BitVec {
    let mut lights = BitVec::zeros(net.len());
    presses.ones().flat_map(|press| net.changed_by(press)).for_each(|&light| lights.flip(light as usize));
    lights
}

fn independent(patterns: &[BitVec], places: usize) -> bool {
    fewest_gf2::Matrix::new(patterns.to_vec(), places).rank() == patterns.len()
}

#[test]
fn a_wire_more_or_less_is_no_lattice() {
    assert!(Lattice::of(&net("plus", Wrap::Torus, false, 5, 4)).is_some());
    let cells: Vec<Press> = (0..20).map(|index| Press::at(index % 5, index / 5)).collect();
    let all_but =
        |left_out: Press| cells.iter().copied().filter(|&cell| cell != left_out).collect::<Vec<_>>();
    assert_eq!(Lattice::of(&Net::plus(all_but(Press::at(2, 2)))), None);
    assert_eq!(Lattice::of(&Net::plus(all_but(Press::at(4, 3)))), None);
    let whole = net("plus", Wrap::Flat, false, 5, 4);
    let one_less = Net::wired(cells, |net, press| {
        let place = net.number(press).expect("a place");
        let lights = whole.changed_by(place).iter().copied();
        lights.filter(|&light| (place, light) != (11, 6)).collect()
    });
    assert_eq!(Lattice::of(&one_less), None);
    assert_eq!(Lattice::of(&Net::plus(Vec::new())), None);
}

/// Sequence A165738 at 5 and 10, and the king's nullity by its formula.
#[test]
fn known_nullities() {
    let nullity = |net: &Net| {
        assert!(Lattice::of(net).is_some());
        solutions(net, &BitVec::zeros(net.len()), &Context::default()).expect("nothing stops it").quiet.len()
    };
    assert_eq!([5, 6, 10].map(|side| nullity(&net("plus", Wrap::Torus, false, side, side))), [8, 8, 16]);
    assert_eq!([4, 5, 8].map(|side| nullity(&net("king", Wrap::Flat, false, side, side))), [0, 9, 15]);
}

/// A board with longer rows than are chased: the same lights are put out along its columns.
#[test]
fn wide_lattices_are_turned() {
    let wide = LONGEST_ROW + 2;
    let kinds = [("plus", false), ("plus", true), ("king", false)];
    for ((name, no_self), wrap) in
        kinds.into_iter().flat_map(|kind| Wrap::ALL.into_iter().map(move |wrap| (kind, wrap.1)))
    {
        let net = net(name, wrap, no_self, wide, 3);
        let lattice = Lattice::of(&net).expect("a lattice");
        let bits: Vec<bool> = (0..net.len()).map(|place| place * place % 7 < 3).collect();
        let lights = changed(&net, &BitVec::from_bools(&bits));
        let cx = Context::default();
        let found = lattice.solve(&lights, &cx).expect("nothing stops it");
        let presses = found.one.expect("it is made by presses");
        assert_eq!(changed(&net, &presses), lights, "{name} {no_self} {wrap:?}");
        assert!(found.quiet.iter().take(50).all(|pattern| changed(&net, pattern).is_zero()));
        assert_eq!(lattice.one(&lights, &cx).expect("nothing stops it").1, found.quiet.len());
    }
}

proptest! {
    /// The variants that have a way of their own against elimination, in all sizes from 1 x 1 on, and beyond a word.
    #[test]
    fn must_show_3_lattices_agree_with_elimination(
        (width, height) in prop_oneof![(1..9_usize, 1..9_usize), (60..70_usize, 1..5_usize), (1..5_usize, 60..70_usize)],
        (name, no_self) in prop::sample::select(vec![("plus", false), ("plus", true), ("king", false)]),
        wrap in prop::sample::select(Wrap::ALL.map(|wrap| wrap.1).to_vec()),
        bits in prop::collection::vec(any::<bool>(), 350),
        solvable in any::<bool>(),
    ) {
        let net = net(name, wrap, no_self, width, height);
        let Some(lattice) = Lattice::of(&net) else {
            prop_assert!(wrap != Wrap::Flat && width.min(height) < NARROWEST_ROUND, "a lattice is recognised");
            return Ok(());
        };
        let bits = BitVec::from_bools(&bits[..net.len()]);
        let lights = if solvable { changed(&net, &bits) } else { bits };
        let cx = Context::default();
        let found = lattice.solve(&lights, &cx).expect("nothing stops it");
        let expected = NetChase::new(&net).solve(&lights, &cx).expect("nothing stops it");
        prop_assert_eq!(found.one.is_some(), expected.one.is_some());
        if let Some(presses) = &found.one {
            prop_assert_eq!(changed(&net, presses), lights);
        }
        prop_assert_eq!(found.quiet.len(), expected.quiet.len());
        prop_assert!(found.quiet.iter().all(|pattern| changed(&net, pattern).is_zero()));
        prop_assert!(independent(&found.quiet, net.len()));
    }
}
