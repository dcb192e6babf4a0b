//! Where each row is from, as three columns behind those of the file: the run, the file, and the byte of the file
//! that the record begins with.

use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, StringViewArray};
use arrow_buffer::{Buffer, ScalarBuffer};
use arrow_schema::{DataType, Field};

/// What the three columns are called, and the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineageColumns {
    /// Of the run, the file and the byte.
    pub names: [String; 3],
    /// What the run is called.
    pub run: String,
}

impl LineageColumns {
    /// The Arrow fields they become: two texts and a 64-bit integer, as no database has an unsigned one.
    pub(crate) fn fields(&self) -> [Field; 3] {
        let types = [DataType::Utf8View, DataType::Utf8View, DataType::Int64];
        let mut names = self.names.iter();
        types.map(|data_type| Field::new(names.next().expect("there are three"), data_type, false))
    }
}

/// The columns under construction. A text that many rows have stands in memory once, and each row has a view of it.
#[derive(Debug)]
pub struct Lineage {
    run: Buffer,
    file: String,
    /// Where the text that is being parsed begins in its file.
    text_at: u64,
    /// The names of the files that have rows in the batch, and the view of the last one once it is there.
    names: Vec<u8>,
    view: Option<u128>,
    files: Vec<u128>,
    bytes: Vec<i64>,
}

impl Lineage {
    pub(crate) fn new(columns: &LineageColumns) -> Self {
        Lineage {
            run: Buffer::from(columns.run.as_bytes()),
            file: String::new(),
            text_at: 0,
            names: Vec::new(),
            view: None,
            files: Vec::new(),
            bytes: Vec::new(),
        }
    }

    /// Says which file the text is from that comes next.
    pub fn set_file(&mut self, file: &str) {
        if self.file != file {
            (self.file, self.view) = (file.to_owned(), None);
        }
    }

    /// Says which byte of the file the parser's text begins with.
    pub fn set_text_at(&mut self, byte: u64) {
        self.text_at = byte;
    }

    /// Appends rows of records that begin at `firsts`, as offsets into the text.
    pub(crate) fn append(&mut self, firsts: impl ExactSizeIterator<Item = u32>) {
        let (names, file) = (&mut self.names, self.file.as_bytes());
        let view = *self.view.get_or_insert_with(|| {
            names.extend_from_slice(file);
            view(file, names.len() - file.len())
        });
        self.files.resize(self.files.len() + firsts.len(), view);
        let text_at = self.text_at as i64;
        self.bytes.extend(firsts.map(|first| text_at + i64::from(first)));
    }

    /// The arrays of all rows that were appended; empty again.
    pub(crate) fn finish(&mut self) -> [ArrayRef; 3] {
        let runs = vec![view(&self.run, 0); self.bytes.len()];
        let files = std::mem::take(&mut self.files);
        let names = Buffer::from(std::mem::take(&mut self.names));
        self.view = None;
        let bytes = Int64Array::from(std::mem::take(&mut self.bytes));
        [Arc::new(texts(runs, self.run.clone())), Arc::new(texts(files, names)), Arc::new(bytes)]
    }
}

fn texts(views: Vec<u128>, data: Buffer) -> StringViewArray {
    // SAFETY: each view is made by `view`, of a whole text that stands in `data` at that offset.
    unsafe { StringViewArray::new_unchecked(ScalarBuffer::from(views), vec![data].into(), None) }
}

/// A view, as Arrow lays it out, of `text`, which stands at `offset` of the first buffer.
fn view(text: &[u8], offset: usize) -> u128 {
    let mut begin = [0; 12];
    let inline = text.len().min(12);
    if text.len() <= 12 {
        begin[..inline].copy_from_slice(text);
    } else {
        begin[..4].copy_from_slice(&text[..4]);
        begin[8..].copy_from_slice(&(offset as u32).to_le_bytes());
    }
    let mut bytes = [0; 16];
    bytes[..4].copy_from_slice(&(text.len() as u32).to_le_bytes());
    bytes[4..].copy_from_slice(&begin);
    u128::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use arrow_array::Array;
    use arrow_array::cast::AsArray;
    use arrow_array::types::Int64Type;

    use super::*;

    #[test]
    fn rows_know_their_file_and_byte() {
        let names = ["_run", "_file", "_byte"].map(str::to_owned);
        let mut lineage = Lineage::new(&LineageColumns { names, run: "20260101T000000-abcdef".to_owned() });
        for _ in 0..2 {
            lineage.set_file("a.csv");
            lineage.set_text_at(0);
            lineage.append([0, 7].into_iter());
            lineage.set_text_at(1 << 40);
            lineage.append([3].into_iter());
            lineage.set_file("a/path/longer/than/twelve/bytes.csv");
            lineage.set_text_at(100);
            lineage.append([5, 6].into_iter());
            lineage.set_file("a.csv");
            lineage.append([0].into_iter());
            let arrays = lineage.finish();
            for array in &arrays {
                array.to_data().validate_full().unwrap();
                assert_eq!(array.len(), 6);
            }
            let [runs, files] = [0, 1].map(|number| arrays[number].as_string_view());
            assert!(runs.iter().all(|run| run == Some("20260101T000000-abcdef")));
            let long = "a/path/longer/than/twelve/bytes.csv";
            assert!(files.iter().flatten().eq(["a.csv", "a.csv", "a.csv", long, long, "a.csv"]));
            let bytes = arrays[2].as_primitive::<Int64Type>();
            assert_eq!(bytes.values(), &[0, 7, (1 << 40) + 3, 105, 106, 100]);
        }
    }
}
