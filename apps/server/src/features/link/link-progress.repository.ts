import { sql, type RawBuilder } from 'kysely';

/** The number that a core has reached who applied everything up to a sequence: what comes after it of kinds that it does not know is not for it. Of `edges`, held since an earlier statement. */
export const reachedOperation = (sequence: number, kinds: RawBuilder<unknown>): RawBuilder<number> => sql<number>`
  case when exists (select 1 from operations o
      where o.organization_id = edges.organization_id and o.edge_id = edges.id and o.sequence > ${sequence}::bigint and o.entity = any (${kinds}))
    then least(${sequence}::bigint, last_operation) else last_operation end`;
