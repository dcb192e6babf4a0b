//! Rewriting a field takes no memory but what it writes.
#![allow(clippy::unwrap_used)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use flatfile::{Format, FormatOptions, Trim};

/// The system's allocator, counting what each thread takes.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: everything is passed on to the system's allocator as it came. (Growing comes here as well: the
// trait's own `realloc` allocates.)
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's obligations are those of the system's allocator.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn no_field_allocates() {
    let plain = FormatOptions::default;
    let pattern = |pattern: &str| FormatOptions { pattern: Some(pattern.into()), ..plain() };
    let zone = Some("Europe/Berlin".to_owned());
    let number = FormatOptions {
        decimal_separator: Some(','),
        thousands_separator: Some('.'),
        currency: Some("€".into()),
        percent: true,
        scientific: true,
        accounting: true,
        ..plain()
    };
    let truth = FormatOptions { true_words: vec!["ja".into()], false_words: vec!["nein".into()], ..plain() };
    for (options, column_type, text) in [
        (number, "decimal(38,10)", "(1.234.567,89E-3 % €)"),
        (FormatOptions { hex: true, ..plain() }, "int64", "-0x1F"),
        (truth, "bool", "NEIN"),
        (FormatOptions { trim: Trim::Both, ..plain() }, "text", "  text  "),
        (pattern("%A, %e %B %Y %I:%M:%S.%f %p"), "timestamp(ns)", "Tuesday,  1 December 1998 01:02:03.4 PM"),
        (pattern("%s.%f"), "timestamp(ns)", "-1.5"),
        (
            FormatOptions { timezone: zone.clone(), ..pattern("%d.%m.%Y %R") },
            "timestamptz(us)",
            "1.7.1998 12:00",
        ),
        (FormatOptions { timezone: zone, ..plain() }, "timestamptz(us)", "2050-07-01 12:00:00.5"),
    ] {
        let format = Format::compile(&options, column_type.parse().unwrap()).unwrap().unwrap();
        let mut out = Vec::with_capacity(64);
        let before = ALLOCATIONS.get();
        format.rewrite(text.as_bytes(), &mut out).unwrap();
        assert_eq!(ALLOCATIONS.get(), before, "{column_type} {text:?}");
    }
}
