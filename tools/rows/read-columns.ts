/** One column of a table, as PostgreSQL's catalogue describes it. */
export interface Column {
  /** `cameras`, or `auth.session` for a table outside `public`. */
  table: string;
  name: string;
  /** PostgreSQL's short name of the type: `int8`, `timestamptz`, `_text` for an array of texts. */
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  /** Only the database writes it: an identity or a computed column. */
  isAlwaysGenerated: boolean;
  /** Definitions of the checks on this column alone. */
  checks: string[];
}

/** Runs one query and answers its rows. */
export type RunQuery = (text: string) => Promise<{ rows: unknown[] }>;

const query = `
  select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as "table", a.attname as name,
    t.typname as type, not a.attnotnull as "isNullable", a.atthasdef or a.attidentity = 'd' as "hasDefault",
    a.attidentity = 'a' or a.attgenerated <> '' as "isAlwaysGenerated",
    array(select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.conname) as checks
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  join pg_namespace n on n.oid = c.relnamespace
  join pg_type t on t.oid = a.atttypid
  where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped
  order by (n.nspname || '.' || c.relname) collate "C", a.attnum`;

/** Every column of a migrated database; partitions are left out, because queries name what they are parts of. */
export async function readColumns(run: RunQuery): Promise<Column[]> {
  const { rows } = await run(query);
  return rows as Column[];
}
