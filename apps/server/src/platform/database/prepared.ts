import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';

const mark = '/* prepared */';
const names = new Map<string, string>();

/**
 * Stands at the beginning of a statement that is run at nearly every call: each connection reads and plans it once, and not every time,
 * which for the question who calls takes longer than to answer it. For few statements of few forms: a connection keeps each of them.
 */
export const prepared = sql.raw(mark);

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}

type Query = (...args: unknown[]) => unknown;

/** A connection that keeps prepared what is marked so. */
export class PreparingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = super.query.bind(this) as Query;
    const marked: Query = (text, ...rest) =>
      typeof text === 'string' && text.startsWith(mark)
        ? query({ name: nameOf(text), text, values: rest[0] }, ...rest.slice(1))
        : query(text, ...rest);
    this.query = marked as typeof this.query;
  }
}
