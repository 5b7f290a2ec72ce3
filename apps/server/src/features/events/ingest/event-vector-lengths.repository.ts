import { sql } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import type { Row } from '../../../platform/database/rows.generated.ts';

/** More models than this are not remembered: a core that invents names for them fills no disk. */
const maxModels = 500;

/** What all vectors of a model have in common. */
export interface ModelLength extends Pick<Row<'vectorModels'>, 'modelId' | 'bytes'> {
  /** Code of the kind of vector: one model may make two. */
  kind: Row<'vectorModels'>['kind'];
}

/** Remembers the lengths of models that were not known yet; answers what is known of all of them now. */
export async function rememberLengths(
  trx: Work,
  organizationId: string,
  models: readonly ModelLength[],
): Promise<ModelLength[]> {
  // In order, so that two cores that bring the same models wait for each other instead of both waiting.
  const sorted = models.toSorted((a, b) => a.kind - b.kind || (a.modelId < b.modelId ? -1 : 1));
  const columns = sql`${sorted.map((model) => model.kind)}::smallint[], ${sorted.map((model) => model.modelId)}::text[]`;
  const known = async (): Promise<ModelLength[]> => {
    const { rows } =
      await sql<ModelLength>`select kind, model_id, bytes from vector_models join unnest(${columns}) as asked (kind, model_id) using (kind, model_id)
      where organization_id = ${organizationId}::uuid`.execute(trx);
    return rows;
  };
  const before = await known();
  if (before.length === models.length) return before;
  await sql`
    insert into vector_models (organization_id, kind, model_id, bytes)
    select ${organizationId}::uuid, kind, model_id, bytes
    from unnest(${columns}, ${sorted.map((model) => model.bytes)}::integer[]) as model (kind, model_id, bytes)
    where (select count(*) from vector_models where organization_id = ${organizationId}::uuid) < ${maxModels}
    on conflict do nothing`.execute(trx);
  return known();
}
