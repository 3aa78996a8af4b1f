//! Characters as people see them: which of them show, and how a sentence names them.

/// Whether a character shows on its own: it is not white space, a control or format character, or a combining mark.
pub(super) fn is_visible(character: char) -> bool {
    // `escape_debug` escapes what cannot be printed, and marks without a width of their own.
    let mut escaped = character.escape_debug().skip(1);
    let is_escaped = escaped.next().is_some_and(|second| second != character);
    !character.is_whitespace() && !is_escaped && !is_spacing_mark(character)
}

/// Names a character, as part of a sentence. Beyond ASCII, it shows the code point, since a full-width 5 looks like a 5.
pub(super) fn describe(character: char) -> String {
    match character {
        ' ' => "a space".to_owned(),
        '\t' => "a tab".to_owned(),
        _ if character.is_ascii_graphic() => format!("'{character}'"),
        _ if is_visible(character) => format!("'{character}' (U+{:04X})", u32::from(character)),
        _ => format!("the character U+{:04X}", u32::from(character)),
    }
}

fn is_spacing_mark(character: char) -> bool {
    let code = u32::from(character);
    let following = SPACING_MARKS.partition_point(|(_, last)| *last < code);
    SPACING_MARKS
        .get(following)
        .is_some_and(|(first, _)| *first <= code)
}

/// The combining marks that have a width of their own (general category `Mc`), as first and last code points. A range
/// may span other marks and unassigned code points.
#[rustfmt::skip]
const SPACING_MARKS: [(u32, u32); 98] = [
    (0x0903, 0x0903), (0x093B, 0x093B), (0x093E, 0x094F), (0x0982, 0x0983), (0x09BE, 0x09CC), (0x09D7, 0x09D7),
    (0x0A03, 0x0A03), (0x0A3E, 0x0A40), (0x0A83, 0x0A83), (0x0ABE, 0x0ACC), (0x0B02, 0x0B03), (0x0B3E, 0x0B57),
    (0x0BBE, 0x0BCC), (0x0BD7, 0x0BD7), (0x0C01, 0x0C03), (0x0C41, 0x0C44), (0x0C82, 0x0C83), (0x0CBE, 0x0CD6),
    (0x0D02, 0x0D03), (0x0D3E, 0x0D4C), (0x0D57, 0x0D57), (0x0D82, 0x0D83), (0x0DCF, 0x0DDF), (0x0DF2, 0x0DF3),
    (0x0F3E, 0x0F3F), (0x0F7F, 0x0F7F), (0x102B, 0x103C), (0x1056, 0x1057), (0x1062, 0x1064), (0x1067, 0x106D),
    (0x1083, 0x108C), (0x108F, 0x108F), (0x109A, 0x109C), (0x1715, 0x1715), (0x1734, 0x1734), (0x17B6, 0x17C8),
    (0x1923, 0x1938), (0x1A19, 0x1A1A), (0x1A55, 0x1A72), (0x1B04, 0x1B04), (0x1B35, 0x1B44), (0x1B82, 0x1B82),
    (0x1BA1, 0x1BAA), (0x1BE7, 0x1BF3), (0x1C24, 0x1C35), (0x1CE1, 0x1CE1), (0x1CF7, 0x1CF7), (0x302E, 0x302F),
    (0xA823, 0xA827), (0xA880, 0xA881), (0xA8B4, 0xA8C3), (0xA952, 0xA953), (0xA983, 0xA983), (0xA9B4, 0xA9C0),
    (0xAA2F, 0xAA34), (0xAA4D, 0xAA4D), (0xAA7B, 0xAA7D), (0xAAEB, 0xAAEF), (0xAAF5, 0xAAF5), (0xABE3, 0xABEA),
    (0xABEC, 0xABEC), (0x11000, 0x11002), (0x11082, 0x11082), (0x110B0, 0x110B8), (0x1112C, 0x1112C), (0x11145, 0x11146),
    (0x11182, 0x11182), (0x111B3, 0x111C0), (0x111CE, 0x111CE), (0x1122C, 0x11235), (0x112E0, 0x112E2), (0x11302, 0x11303),
    (0x1133E, 0x1134D), (0x11357, 0x11357), (0x11362, 0x11363), (0x11435, 0x11445), (0x114B0, 0x114C1), (0x115AF, 0x115BE),
    (0x11630, 0x1163E), (0x116AC, 0x116B6), (0x11720, 0x11726), (0x1182C, 0x11838), (0x11930, 0x1193D), (0x11940, 0x11940),
    (0x11942, 0x11942), (0x119D1, 0x119DF), (0x119E4, 0x119E4), (0x11A39, 0x11A39), (0x11A57, 0x11A58), (0x11A97, 0x11A97),
    (0x11C2F, 0x11C3E), (0x11CA9, 0x11CB4), (0x11D8A, 0x11D96), (0x11EF5, 0x11EF6), (0x16F51, 0x16F87), (0x16FF0, 0x16FF1),
    (0x1D165, 0x1D166), (0x1D16D, 0x1D172),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visible_character_is_one_that_shows_on_its_own() {
        for character in [
            'a', '0', '.', '\'', '\\', 'é', 'я', '五', '५', '♠', '😀', '٣', 'ا',
        ] {
            assert!(is_visible(character), "{character:?}");
        }
        for character in [
            ' ',
            '\t',
            '\n',
            '\u{a0}',
            '\u{3000}',
            '\0',
            '\u{7f}',
            '\u{85}',
            '\u{ad}',
            '\u{200b}',
            '\u{200d}',
            '\u{2028}',
            '\u{202e}',
            '\u{feff}',
            '\u{301}',
            '\u{20dd}',
            '\u{fe0f}',
            '\u{903}',
            '\u{93e}',
            '\u{1d165}',
        ] {
            assert!(!is_visible(character), "{character:?}");
        }
    }

    #[test]
    fn a_character_beyond_ascii_is_named_with_its_code_point() {
        for (character, name) in [
            (' ', "a space"),
            ('\t', "a tab"),
            ('x', "'x'"),
            ('５', "'５' (U+FF15)"),
            ('–', "'–' (U+2013)"),
            ('\u{200b}', "the character U+200B"),
            ('\u{a0}', "the character U+00A0"),
            ('\u{7}', "the character U+0007"),
        ] {
            assert_eq!(describe(character), name);
        }
    }
}
