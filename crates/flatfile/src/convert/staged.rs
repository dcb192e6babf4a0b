//! Fields of a column with a format: made plain one by one, before the column's own loop converts them.

use super::field::Spans;
use super::{AnyBuilder, AnyFields, Context, Failure, Field, Sink};
use crate::index::InstructionSet;
use crate::tokens::{Kind, Span};
use crate::{Format, OnError, PADDING};

/// Memory for plain fields, used again.
#[derive(Debug, Default)]
pub(crate) struct Stage {
    scratch: Vec<u8>,
    spans: Vec<Span>,
}

impl Stage {
    /// Appends the values of `fields`, which are written as `format` says, to `builder`.
    pub fn convert(
        &mut self, builder: &mut AnyBuilder, format: &Format, fields: AnyFields<'_>, context: &Context<'_>,
        sink: &mut Sink, instruction_set: InstructionSet,
    ) -> Result<(), Failure> {
        let failure = self.fill(format, fields, context, sink);
        let before = sink.failures.len();
        let records = self.spans.len();
        // SAFETY: the spans were made of the scratch, which ends with the padding.
        let plain = unsafe { Spans::new(&[], &self.scratch, &self.spans, 1, 0, records) };
        // What means NULL is absent by now, and the rest is a value whatever it looks like.
        let context = Context { null_quoted: false, ..*context };
        let converted = builder.convert(AnyFields::Spans(plain), &context, sink, instruction_set);
        // People look for what is in their file.
        let as_written = |failure: Failure| Failure {
            reason: failure.reason.found_as(fields.get(failure.record).bytes()),
            ..failure
        };
        for failure in sink.failures.drain(before..).collect::<Vec<_>>() {
            sink.failures.push(as_written(failure));
        }
        converted.map_err(as_written)?;
        failure.map_or(Ok(()), Err)
    }

    /// Makes `fields` plain, up to the first that cannot be and ends the load, which is given back.
    fn fill(
        &mut self, format: &Format, fields: AnyFields<'_>, context: &Context<'_>, sink: &mut Sink,
    ) -> Option<Failure> {
        self.scratch.clear();
        self.spans.clear();
        let mut ended = None;
        for record in 0..fields.len() {
            let field = fields.get(record);
            if is_null(field, format, context) {
                self.spans.push(Span::ABSENT);
                continue;
            }
            let begin = self.scratch.len();
            let Err(reason) = format.rewrite(field.bytes(), &mut self.scratch) else {
                self.spans.push(Span::in_scratch(begin, self.scratch.len(), true));
                continue;
            };
            let failure = Failure { record, reason };
            match context.on_error {
                OnError::Reject => sink.failures.push(failure),
                OnError::Null if context.nullable => sink.nulled += 1,
                OnError::Null | OnError::Fail => {
                    ended = Some(failure);
                    break;
                }
            }
            self.spans.push(Span::ABSENT);
        }
        self.scratch.resize(self.scratch.len() + PADDING, 0);
        ended
    }
}

fn is_null(field: Field<'_>, format: &Format, context: &Context<'_>) -> bool {
    match field.kind() {
        Kind::Absent => true,
        Kind::Unescaped => false,
        Kind::Quoted if !context.null_quoted => false,
        _ => {
            let text = format.trimmed(field.bytes());
            context.null_texts.iter().any(|null| text == null.as_slice())
        }
    }
}
