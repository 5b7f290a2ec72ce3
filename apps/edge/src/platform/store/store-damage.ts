/** What SQLite says when what it read cannot be what it wrote: writing or reading again does not help. */
const damage = /^SQLITE_(CORRUPT|NOTADB|IOERR_(READ|SHORT_READ|CORRUPTFS))/;

/** True when a page of the store is damaged, in its words or on its disk. */
export function isStoreDamaged(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && damage.test(code);
}
