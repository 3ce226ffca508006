//! Dense primal simplex in floating point: Dantzig's rule, then Bland's rule. Its results are
//! rounded and checked in exact arithmetic by the caller.

/// Numbers below this count as zero.
const EPSILON: f64 = 1e-9;

/// Maximises `goal · x` over `x ≥ 0` with `rows · x ≤ limits`, where no limit is negative. Returns
/// `x`. None if the program is unbounded, the step limit is reached, or `go_on` returns false.
pub(crate) fn maximise(
    rows: &[Vec<f64>],
    limits: &[f64],
    goal: &[f64],
    mut go_on: impl FnMut() -> bool,
) -> Option<Vec<f64>> {
    let (height, width) = (rows.len(), goal.len());
    // Columns: nonbasic variables; the last is the right-hand side. The last row is the negated
    // objective.
    let mut tableau: Vec<Vec<f64>> =
        rows.iter().zip(limits).map(|(row, &limit)| row.iter().copied().chain([limit]).collect()).collect();
    tableau.push(goal.iter().map(|&number| -number).chain([0.0]).collect());
    let mut nonbasic: Vec<usize> = (0..width).collect();
    let mut basic: Vec<usize> = (width..width + height).collect();
    for step in 0..50 * (height + width) {
        if step % 16 == 0 && !go_on() {
            return None;
        }
        // Dantzig's rule (the most negative reduced cost) first; after many steps Bland's rule (the
        // least index), which cannot cycle.
        let candidates = (0..width).filter(|&column| tableau[height][column] < -EPSILON);
        let entering = if step < 10 * (height + width) {
            candidates.min_by(|&a, &b| tableau[height][a].total_cmp(&tableau[height][b]))
        } else {
            candidates.min_by_key(|&column| nonbasic[column])
        };
        let Some(column) = entering else {
            let mut answer = vec![0.0; width];
            for (row, &unknown) in basic.iter().enumerate().filter(|(_, unknown)| **unknown < width) {
                answer[unknown] = tableau[row][width];
            }
            return Some(answer);
        };
        let limit = |row: &usize| tableau[*row][width] / tableau[*row][column];
        let leaving = (0..height)
            .filter(|&row| tableau[row][column] > EPSILON)
            .min_by(|a, b| limit(a).total_cmp(&limit(b)).then(basic[*a].cmp(&basic[*b])))?;
        pivot(&mut tableau, leaving, column);
        std::mem::swap(&mut nonbasic[column], &mut basic[leaving]);
    }
    None
}

fn pivot(tableau: &mut [Vec<f64>], leaving: usize, column: usize) {
    let by = 1.0 / tableau[leaving][column];
    let mut chosen = std::mem::take(&mut tableau[leaving]);
    chosen.iter_mut().for_each(|number| *number *= by);
    chosen[column] = by;
    for row in tableau.iter_mut().filter(|row| !row.is_empty()) {
        let times = row[column];
        if times != 0.0 {
            for (number, &with) in row.iter_mut().zip(&chosen) {
                *number -= times * with;
            }
            row[column] = -times * by;
        }
    }
    tableau[leaving] = chosen;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_textbook_program() {
        // 3x + 5y with x <= 4, 2y <= 12, 3x + 2y <= 18: best at (2, 6).
        let rows = [vec![1.0, 0.0], vec![0.0, 2.0], vec![3.0, 2.0]];
        let best = maximise(&rows, &[4.0, 12.0, 18.0], &[3.0, 5.0], || true).unwrap();
        assert!((best[0] - 2.0).abs() < 1e-6 && (best[1] - 6.0).abs() < 1e-6);
        assert_eq!(maximise(&rows, &[4.0, 12.0, 18.0], &[3.0, 5.0], || false), None);
    }

    #[test]
    fn an_unbounded_program_has_no_answer() {
        assert_eq!(maximise(&[vec![-1.0]], &[1.0], &[1.0], || true), None);
    }
}
