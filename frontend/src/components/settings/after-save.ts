/** The draft after `sent` was saved: the server's value, or edits made while saving. */
export function afterSave<Value>(now: Value, sent: Value, saved: Value): Value {
  return now === sent ? saved : now;
}
