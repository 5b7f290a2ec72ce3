import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

export interface ImportRow extends Pick<
  Row<'cameraImports'>,
  | 'id'
  | 'type'
  | 'fileName'
  | 'edgeId'
  | 'locationId'
  | 'settings'
  | 'createdBy'
  | 'createdAt'
  | 'expectedRows'
  | 'cause'
> {
  work: 'test' | 'create' | null;
  counts: {
    total: number;
    waiting: number;
    open: number;
    tested: number;
    created: number;
    failed: number;
    wrong: number;
  };
}

export type ImportLine = Pick<
  Row<'cameraImportRows'>,
  | 'line'
  | 'name'
  | 'host'
  | 'port'
  | 'url'
  | 'channel'
  | 'username'
  | 'sealed'
  | 'state'
  | 'wanted'
  | 'lastAction'
  | 'cause'
  | 'fields'
  | 'test'
  | 'hasSnapshot'
  | 'cameraId'
>;

export interface ImportPlace {
  organizationId: string;
  importId: string;
}

const counts = sql<ImportRow['counts']>`(
  select json_build_object(
    'total', count(*), 'waiting', count(*) filter (where r.wanted is not null), 'open', count(*) filter (where r.state = 'open'),
    'tested', count(*) filter (where r.test is not null), 'created', count(*) filter (where r.state = 'created'),
    'failed', count(*) filter (where r.state = 'failed'), 'wrong', count(*) filter (where cardinality(r.fields) > 0))
  from camera_import_rows r where r.organization_id = i.organization_id and r.import_id = i.id)`;

const work = sql<ImportRow['work']>`(
  select r.wanted from camera_import_rows r
  where r.organization_id = i.organization_id and r.import_id = i.id and r.wanted is not null limit 1)`;

const selectImports = (trx: Work, organizationId: string) =>
  trx
    .selectFrom('cameraImports as i')
    .select([
      'i.id',
      'i.type',
      'i.fileName',
      'i.edgeId',
      'i.locationId',
      'i.settings',
      'i.createdBy',
      'i.createdAt',
      'i.expectedRows',
      'i.cause',
    ])
    .select([counts.as('counts'), work.as('work')])
    .where('i.organizationId', '=', organizationId)
    .$castTo<ImportRow>();

export const findImport = (trx: Work, { organizationId, importId }: ImportPlace): Promise<ImportRow | undefined> =>
  selectImports(trx, organizationId).where('i.id', '=', importId).executeTakeFirst();

/** So many are listed, and kept when nobody works on them. */
export const listedImports = 20;

/** The newest lists that somebody brought. */
export const importsOf = (trx: Work, organizationId: string, userId: string): Promise<ImportRow[]> =>
  selectImports(trx, organizationId)
    .where('i.createdBy', '=', userId)
    .orderBy('i.createdAt', 'desc')
    .limit(listedImports)
    .execute();

export interface NewImport extends Pick<
  Row<'cameraImports'>,
  'id' | 'type' | 'fileName' | 'edgeId' | 'locationId' | 'createdBy' | 'createdAt' | 'expectedRows'
> {
  /** JSON text. */
  settings: string;
}

export async function insertImport(trx: Work, organizationId: string, values: NewImport): Promise<void> {
  await trx
    .insertInto('cameraImports')
    .values({ organizationId, ...values })
    .execute();
}

export type NewLine = Pick<
  ImportLine,
  'line' | 'name' | 'host' | 'port' | 'url' | 'channel' | 'username' | 'sealed' | 'state' | 'cause' | 'fields'
>;

/** Adds rows; a line that is there already is replaced unless its camera was made. */
export async function putLines(trx: Work, place: ImportPlace, lines: readonly NewLine[]): Promise<void> {
  const rows = lines.map((line) => ({ ...place, ...line }));
  await trx
    .insertInto('cameraImportRows')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'importId', 'line'])
        .doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          host: eb.ref('excluded.host'),
          port: eb.ref('excluded.port'),
          url: eb.ref('excluded.url'),
          channel: eb.ref('excluded.channel'),
          username: eb.ref('excluded.username'),
          sealed: eb.ref('excluded.sealed'),
          state: eb.ref('excluded.state'),
          cause: eb.ref('excluded.cause'),
          fields: eb.ref('excluded.fields'),
          test: null,
          hasSnapshot: false,
          lastAction: null,
        }))
        .where('cameraImportRows.state', '<>', 'created'),
    )
    .execute();
}

const linesOf = (trx: Work, { organizationId, importId }: ImportPlace) =>
  trx
    .selectFrom('cameraImportRows')
    .select([
      'line',
      'name',
      'host',
      'port',
      'url',
      'channel',
      'username',
      'sealed',
      'state',
      'wanted',
      'lastAction',
      'cause',
      'fields',
      'test',
      'hasSnapshot',
      'cameraId',
    ])
    .where('organizationId', '=', organizationId)
    .where('importId', '=', importId)
    .orderBy('line')
    .$castTo<ImportLine>();

export const readLines = (
  trx: Work,
  place: ImportPlace,
  { afterLine, limit, only }: { afterLine: number; limit: number; only: 'all' | 'failed' | 'created' },
): Promise<ImportLine[]> =>
  linesOf(trx, place)
    .where('line', '>', afterLine)
    .$if(only !== 'all', (query) => query.where('state', '=', only as 'failed' | 'created'))
    .limit(limit)
    .execute();

/** The next rows that wait for something. */
export const waitingLines = (trx: Work, place: ImportPlace, limit: number): Promise<ImportLine[]> =>
  linesOf(trx, place).where('wanted', 'is not', null).limit(limit).execute();

/** Marks rows as waiting; made ones and those that are wrong in themselves stay as they are. */
export async function markWaiting(
  trx: Work,
  { organizationId, importId }: ImportPlace,
  {
    action,
    only,
    lines,
  }: { action: 'test' | 'create' | 'again'; only: 'open' | 'failed'; lines: readonly number[] | undefined },
): Promise<void> {
  const state = action === 'again' ? 'failed' : only;
  await trx
    .updateTable('cameraImportRows')
    .set({
      wanted: action === 'again' ? sql<'test' | 'create'>`coalesce(last_action, 'test')` : action,
      state: 'open',
      cause: null,
    })
    .where('organizationId', '=', organizationId)
    .where('importId', '=', importId)
    .where('state', '<>', 'created')
    .where(sql<boolean>`cardinality(fields) = 0`)
    .$if(lines === undefined, (query) => query.where('state', '=', state))
    .$if(lines !== undefined, (query) => query.where(sql<boolean>`line = any (${[...(lines ?? [])]}::int[])`))
    .execute();
}

export async function clearWaiting(trx: Work, { organizationId, importId }: ImportPlace): Promise<void> {
  await trx
    .updateTable('cameraImportRows')
    .set({ wanted: null })
    .where('organizationId', '=', organizationId)
    .where('importId', '=', importId)
    .where('wanted', 'is not', null)
    .execute();
}

/** Why the work ended early, or null once it begins anew. */
export async function setCause(
  trx: Work,
  { organizationId, importId }: ImportPlace,
  cause: ErrorCode | null,
): Promise<void> {
  await trx
    .updateTable('cameraImports')
    .set({ cause })
    .where('organizationId', '=', organizationId)
    .where('id', '=', importId)
    .execute();
}

/** Holds a row whose camera is to be made; false when that was cancelled, or is done already. */
export async function holdWanted(
  trx: Work,
  { organizationId, importId, line }: ImportPlace & { line: number },
): Promise<boolean> {
  const held = await trx
    .selectFrom('cameraImportRows')
    .select('line')
    .where('organizationId', '=', organizationId)
    .where('importId', '=', importId)
    .where('line', '=', line)
    .where('wanted', '=', 'create')
    .where('state', '<>', 'created')
    .forUpdate()
    .executeTakeFirst();
  return held !== undefined;
}

/** What came of a row. */
export interface LineOutcome {
  state: 'open' | 'created' | 'failed';
  cause: ErrorCode | null;
  lastAction: 'test' | 'create';
  /** JSON text. */
  test?: string;
  hasSnapshot?: boolean;
  cameraId?: string;
  sealed?: null;
}

/** Writes what came of a row; one whose camera was made meanwhile stays as it is. */
export async function settleLine(
  trx: Work,
  { organizationId, importId, line }: ImportPlace & { line: number },
  outcome: LineOutcome,
): Promise<void> {
  await trx
    .updateTable('cameraImportRows')
    .set({ ...outcome, wanted: null })
    .where('organizationId', '=', organizationId)
    .where('importId', '=', importId)
    .where('line', '=', line)
    .where('state', '<>', 'created')
    .execute();
}

export async function deleteImport(trx: Work, { organizationId, importId }: ImportPlace): Promise<void> {
  await trx
    .deleteFrom('cameraImports')
    .where('organizationId', '=', organizationId)
    .where('id', '=', importId)
    .execute();
}
