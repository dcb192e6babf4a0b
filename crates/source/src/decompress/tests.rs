//! Every format by one table: what holds for one holds for all.

use std::io::Write;
use std::path::PathBuf;

use proptest::prelude::*;

use super::*;
use crate::raw::Counts;
use crate::slow::Slow;

const ARCHIVES: [Compression; 5] =
    [Compression::Gzip, Compression::Zstd, Compression::Bzip2, Compression::Xz, Compression::Lz4];

/// `plain` as one member, with every checksum that the format has.
fn compress(compression: Compression, plain: &[u8]) -> Vec<u8> {
    let mut archive = Vec::new();
    match compression {
        Compression::None => archive.extend(plain),
        Compression::Gzip => {
            let mut encoder = flate2::write::GzEncoder::new(archive, flate2::Compression::new(6));
            encoder.write_all(plain).unwrap();
            archive = encoder.finish().unwrap();
        }
        Compression::Zstd => {
            let mut encoder = zstd::Encoder::new(archive, 3).unwrap();
            encoder.include_checksum(true).unwrap();
            encoder.write_all(plain).unwrap();
            archive = encoder.finish().unwrap();
        }
        Compression::Bzip2 => {
            let mut encoder = bzip2::write::BzEncoder::new(archive, bzip2::Compression::fast());
            encoder.write_all(plain).unwrap();
            archive = encoder.finish().unwrap();
        }
        Compression::Xz => {
            let mut encoder = liblzma::write::XzEncoder::new(archive, 0);
            encoder.write_all(plain).unwrap();
            archive = encoder.finish().unwrap();
        }
        Compression::Lz4 => {
            let info = lz4_flex::frame::FrameInfo::new()
                .content_checksum(true)
                .block_mode(lz4_flex::frame::BlockMode::Linked)
                .block_size(lz4_flex::frame::BlockSize::Max64KB);
            let mut encoder = lz4_flex::frame::FrameEncoder::with_frame_info(info, archive);
            encoder.write_all(plain).unwrap();
            archive = encoder.finish().unwrap();
        }
    }
    archive
}

fn read_slowly(compression: Compression, slow: Slow, buffer_bytes: usize) -> Result<Vec<u8>, SourceError> {
    let path: Arc<Path> = PathBuf::from("archive").into();
    let raw = Raw::new(Box::new(slow), path.clone(), Arc::new(Counts::default()));
    let mut decompressor = Decompressor::new(raw, path, compression)?;
    let (mut plain, mut buffer) = (Vec::new(), vec![0; buffer_bytes]);
    loop {
        match decompressor.read(&mut buffer)? {
            0 => return Ok(plain),
            bytes => plain.extend(&buffer[..bytes]),
        }
    }
}

fn decompress(compression: Compression, archive: &[u8]) -> Result<Vec<u8>, SourceError> {
    read_slowly(compression, Slow::new(archive, 1 << 20), 1 << 16)
}

/// Text of which a part is worth compressing.
fn text(lines: usize) -> Vec<u8> {
    let numbers = (0..lines).map(|line| (line, line.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    numbers
        .flat_map(|(line, noise)| format!("{line}|{noise:x}|the same in every line|\n").into_bytes())
        .collect()
}

#[test]
fn content_tells_the_kind() {
    for compression in ARCHIVES {
        for plain in [&b""[..], b"x", &text(100)] {
            assert_eq!(Compression::detect(&compress(compression, plain)), compression);
        }
    }
}

#[test]
fn members_are_read_as_one() {
    let (first, last) = (text(3000), text(5));
    let expected = [&first[..], &last].concat();
    for compression in ARCHIVES {
        let empty = compress(compression, b"");
        let archive =
            [compress(compression, &first), empty.clone(), compress(compression, &last), empty].concat();
        assert!(decompress(compression, &archive).unwrap() == expected, "{compression}");
    }
}

#[test]
fn an_archive_cut_anywhere_is_an_error() {
    for compression in ARCHIVES {
        for plain in [text(4), text(2200)] {
            let archive = compress(compression, &plain);
            let step = archive.len().div_ceil(400);
            for end in (0..archive.len()).step_by(step).chain(archive.len() - 40..archive.len()) {
                let error = decompress(compression, &archive[..end]).unwrap_err();
                let SourceError::Corrupt { offset, .. } = error else {
                    panic!("{compression} {end}: {error}")
                };
                assert!(offset <= end as u64, "{compression}: cut at {end}, told at {offset}");
            }
        }
    }
}

#[test]
fn an_lz4_archive_cut_between_blocks_is_an_error() {
    let archive = compress(Compression::Lz4, &text(6000));
    let (mut border, mut borders) = (7, 0);
    loop {
        let error = decompress(Compression::Lz4, &archive[..border]).unwrap_err();
        assert!(error.to_string().ends_with("it is cut short"), "{error}");
        let size = u32::from_le_bytes(archive[border..border + 4].try_into().unwrap());
        if size == 0 {
            break;
        }
        // The first bit says whether the block is compressed.
        border += 4 + (size & !(1 << 31)) as usize;
        borders += 1;
    }
    assert!(borders > 1);
}

#[test]
fn a_second_member_cut_anywhere_is_an_error() {
    for compression in ARCHIVES {
        let first = compress(compression, b"first|\n");
        let archive = [&first[..], &compress(compression, b"second|\n")].concat();
        for end in first.len() + 1..archive.len() {
            assert!(decompress(compression, &archive[..end]).is_err(), "{compression} cut at {end}");
        }
    }
}

#[test]
fn a_flipped_bit_is_an_error_or_of_no_consequence() {
    let plain = text(40);
    for compression in ARCHIVES {
        let archive = compress(compression, &plain);
        for bit in 0..archive.len() * 8 {
            let mut damaged = archive.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            match decompress(compression, &damaged) {
                // The time in a gzip header, say, has no checksum and no consequence.
                Ok(found) => assert!(found == plain, "{compression}: bit {bit} made other bytes"),
                Err(error) => assert_eq!(error.code(), "corrupt", "{compression}: {error}"),
            }
        }
    }
}

#[test]
fn what_follows_an_archive_is_an_error() {
    for compression in ARCHIVES {
        let archive = compress(compression, b"text|\n");
        for garbage in [&b"x"[..], b"a|b|c|\n", b"\0\0\0\0x", &[0xff; 100]] {
            let error = decompress(compression, &[&archive, garbage].concat()).unwrap_err();
            assert_eq!(error.code(), "corrupt", "{compression} before {garbage:?}: {error}");
        }
    }
}

#[test]
fn zeros_behind_are_padding_where_the_tool_says_so() {
    for compression in ARCHIVES {
        let archive = [compress(compression, b"text|\n"), vec![0; 1024]].concat();
        let padded = matches!(compression, Compression::Gzip | Compression::Xz);
        assert_eq!(decompress(compression, &archive).is_ok(), padded, "{compression}");
    }
}

#[test]
fn another_kind_or_none_is_an_error_that_says_what_was_expected() {
    for compression in ARCHIVES {
        for other in ARCHIVES.into_iter().filter(|&other| other != compression) {
            assert!(
                decompress(compression, &compress(other, b"text|\n")).is_err(),
                "{other} as {compression}"
            );
        }
        let error = decompress(compression, b"only text, and some more of it|\n").unwrap_err();
        let expected = format!("archive: damaged {compression} archive, at compressed byte ");
        assert!(error.to_string().starts_with(&expected), "{error}");
    }
}

#[test]
fn a_failing_read_is_told_as_itself() {
    for compression in ARCHIVES {
        let bytes = compress(compression, &text(100));
        let half = bytes.len() / 2;
        let slow = Slow { fails: true, ..Slow::new(&bytes[..half], 100) };
        let error = read_slowly(compression, slow, 1000).unwrap_err();
        assert!(
            matches!(error, SourceError::Io { offset, .. } if offset == half as u64),
            "{compression}: {error}"
        );
    }
}

#[test]
fn skippable_frames_are_passed_over() {
    let skippable = b"\x51\x2a\x4d\x18\x05\0\0\0extra";
    for compression in [Compression::Zstd, Compression::Lz4] {
        let archive = [&skippable[..], &compress(compression, b"text|\n"), skippable].concat();
        assert_eq!(decompress(compression, &archive).unwrap(), b"text|\n", "{compression}");
    }
}

proptest! {
    #[test]
    fn any_bytes_come_back_whatever_the_reads(
        members in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..3000), 1..4),
        read_bytes in 1usize..5000,
        buffer_bytes in 1usize..5000,
    ) {
        for compression in ARCHIVES {
            let bytes: Vec<u8> = members.iter().flat_map(|plain| compress(compression, plain)).collect();
            let slow = Slow::new(bytes, read_bytes);
            prop_assert!(read_slowly(compression, slow, buffer_bytes).unwrap() == members.concat());
        }
    }

    #[test]
    fn a_byte_a_time_is_as_good_as_all(plain in prop::collection::vec(any::<u8>(), 0..300)) {
        for compression in ARCHIVES {
            let slow = Slow::new(compress(compression, &plain), 1);
            prop_assert!(read_slowly(compression, slow, 1).unwrap() == plain);
        }
    }
}
