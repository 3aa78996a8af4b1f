//! The rules once more, written so that anyone can see that they are right, and with nothing of the service's own.

/// A repeat: the digit, the kind of house, its index, and the two cells as (row, column).
pub(crate) type Repeat = (u8, &'static str, usize, [(usize, usize); 2]);

/// A house: its kind, its index, and its cells as (row, column) in reading order.
pub(crate) type House = (&'static str, usize, Vec<(usize, usize)>);

/// All houses of a board: rows, columns, boxes. A cell is in a box if both are in the same band and stack.
pub(crate) fn houses(box_rows: usize, box_columns: usize) -> Vec<House> {
    let size = box_rows * box_columns;
    let cells = || (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
    let mut houses = Vec::new();
    for index in 0..size {
        houses.push((
            "row",
            index,
            cells().filter(|(row, _)| *row == index).collect(),
        ));
    }
    for index in 0..size {
        houses.push((
            "column",
            index,
            cells().filter(|(_, column)| *column == index).collect(),
        ));
    }
    for band in 0..size / box_rows {
        for stack in 0..size / box_columns {
            let inside = |(row, column): &(usize, usize)| {
                row / box_rows == band && column / box_columns == stack
            };
            houses.push((
                "box",
                band * (size / box_columns) + stack,
                cells().filter(inside).collect(),
            ));
        }
    }
    houses
}

/// Every repeat of the board, in the order of the contract.
pub(crate) fn repeats(board: &[Vec<u8>], box_rows: usize, box_columns: usize) -> Vec<Repeat> {
    let mut repeats = Vec::new();
    for (kind, index, cells) in houses(box_rows, box_columns) {
        for (place, repeat) in cells.iter().enumerate() {
            let digit = board[repeat.0][repeat.1];
            let first = cells[..place]
                .iter()
                .find(|earlier| board[earlier.0][earlier.1] == digit);
            if let (1.., Some(first)) = (digit, first) {
                repeats.push((digit, kind, index, [*first, *repeat]));
            }
        }
    }
    repeats
}

/// The first repeat of a 9×9 board by the well-known exercise: three passes, each of which returns at the first repeat.
pub(crate) fn three_passes(board: &[Vec<u8>]) -> Option<Repeat> {
    /// The cell at a place of the house of an index.
    type CellAt = fn(usize, usize) -> (usize, usize);

    let passes: [(_, CellAt); 3] = [
        ("row", |index, place| (index, place)),
        ("column", |index, place| (place, index)),
        ("box", |index, place| {
            (index / 3 * 3 + place / 3, index % 3 * 3 + place % 3)
        }),
    ];
    for (kind, cell) in passes {
        for index in 0..9 {
            let mut seen = [None; 10];
            for place in 0..9 {
                let (row, column) = cell(index, place);
                let digit = board[row][column];
                if digit == 0 {
                    continue;
                }
                if let Some(earlier) = seen[usize::from(digit)] {
                    return Some((digit, kind, index, [earlier, (row, column)]));
                }
                seen[usize::from(digit)] = Some((row, column));
            }
        }
    }
    None
}
