/** What is mine once `sent` is saved: as the server holds it, or what was changed on the way there. */
export function afterSave<Value>(now: Value, sent: Value, saved: Value): Value {
  return now === sent ? saved : now;
}
