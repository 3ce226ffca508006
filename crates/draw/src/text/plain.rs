//! ASCII in the format of the sliding-block course: a border of `*`, `.` for an empty cell.

use std::io;

use fewest::{Role, Scene, Shape};

use crate::scene::cells::{CellMap, label_width};

/// Draws a scene in ASCII. Labels of one character are adjacent; longer ones are separated by a
/// space.
///
/// # Errors
/// Errors of the writer.
pub fn plain(scene: &Scene, out: &mut dyn io::Write) -> io::Result<()> {
    let ground = CellMap::of(scene);
    let cell = label_width(scene);
    let gap = usize::from(cell > 1);
    let inside = scene.width * (cell + gap) + gap;
    let border = "*".repeat(inside + 2);
    writeln!(out, "{border}")?;
    for row in 0..scene.height {
        let mut line = String::with_capacity(inside + 2);
        line.push('*');
        for column in 0..scene.width {
            let label = ground.shape(column, row).map_or(".", label_of);
            line.extend(std::iter::repeat_n(' ', gap + cell - label.chars().count()));
            line.push_str(label);
        }
        line.extend(std::iter::repeat_n(' ', gap));
        line.push('*');
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{border}")
}

/// Returns the label of a shape, or a character for its role if it has none.
pub(crate) fn label_of(shape: &Shape) -> &str {
    match (shape.label.trim(), shape.role) {
        ("", Role::Piece | Role::Goal) => "o",
        ("", Role::Wall | Role::Lit) => "#",
        ("", Role::Mark) => "+",
        (label, _) => label,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(id: usize, label: &str, role: Role, cells: &[(usize, usize)]) -> Shape {
        Shape { id, label: label.to_owned(), name: String::new(), role, cells: cells.to_vec() }
    }

    fn drawn(scene: &Scene) -> String {
        let mut text = Vec::new();
        plain(scene, &mut text).expect("memory takes everything");
        String::from_utf8(text).expect("text")
    }

    #[test]
    fn matches_the_format_of_the_course() {
        let shapes = vec![
            shape(0, "Z", Role::Goal, &[(0, 1), (1, 1)]),
            shape(1, "1", Role::Piece, &[(2, 0), (2, 1)]),
            shape(2, "", Role::Wall, &[(0, 0)]),
        ];
        let scene = Scene { width: 4, height: 2, shapes, ..Scene::default() };
        assert_eq!(drawn(&scene), "******\n*#.1.*\n*ZZ1.*\n******\n");
    }

    #[test]
    fn long_labels_are_separated() {
        let shapes = vec![shape(0, "8", Role::Piece, &[(0, 0)]), shape(1, "15", Role::Piece, &[(1, 0)])];
        assert_eq!(
            drawn(&Scene { width: 3, height: 1, shapes, ..Scene::default() }),
            "************\n*  8 15  . *\n************\n"
        );
    }
}
