import type { EventReport } from '@sightline/contracts/events/event';
import type { ChangeWork } from '../../../platform/database/changes.ts';
import { vectorCodes } from '../event-codes.ts';
import { rememberLengths } from './event-vector-lengths.repository.ts';

/** Models that come with the product; no core can say otherwise. Of others the first vector that is kept says it. */
const builtIn: readonly (readonly [string, number])[] = [
  ['appearance appearance-hsv@1', 90],
  ['face faceres@1', 1024],
];
const maxRemembered = 10_000;

/** Bytes of base64 that has been found sound. */
const bytesOf = (values: string): number =>
  (values.length / 4) * 3 - (values.endsWith('==') ? 2 : values.endsWith('=') ? 1 : 0);

type Vector = EventReport['vectors'][number];
const modelOf = ({ kind, modelId }: Pick<Vector, 'kind' | 'modelId'>): string => `${kind} ${modelId}`;

/** Lengths of the vectors of each model: those of two lengths can never be compared. */
export interface VectorLengths {
  /** For each report those of its vectors that are as long as the others of their models. */
  fitVectors: (work: ChangeWork, organizationId: string, reports: readonly EventReport[]) => Promise<Vector[][]>;
}

/** What this process knows is asked of the database only once. */
export function createVectorLengths(): VectorLengths {
  const remembered = new Map<string, number>();
  const remember = (model: string, bytes: number): void => {
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(model, bytes);
  };
  return {
    fitVectors: async (work, organizationId, reports) => {
      const known = new Map<string, number>(builtIn);
      const unknown = new Map<string, Vector>();
      for (const vector of reports.flatMap((report) => report.vectors)) {
        const model = modelOf(vector);
        const bytes = remembered.get(`${organizationId} ${model}`);
        if (bytes !== undefined) known.set(model, bytes);
        else if (!known.has(model) && !unknown.has(model)) unknown.set(model, vector);
      }
      for (const { model, bytes } of await learn(work, organizationId, [...unknown.values()])) {
        known.set(model, bytes);
        work.afterCommit(() => remember(`${organizationId} ${model}`, bytes));
      }
      // A model that found no room to be remembered is not held to a length.
      return reports.map(({ vectors }) =>
        vectors.filter((vector) => bytesOf(vector.values) === (known.get(modelOf(vector)) ?? bytesOf(vector.values))),
      );
    },
  };
}

async function learn(
  { trx }: ChangeWork,
  organizationId: string,
  vectors: readonly Vector[],
): Promise<{ model: string; bytes: number }[]> {
  if (vectors.length === 0) return [];
  const models = vectors.map(({ kind, modelId, values }) => ({
    kind: vectorCodes.toCode(kind),
    modelId,
    bytes: bytesOf(values),
  }));
  const rows = await rememberLengths(trx, organizationId, models);
  return rows.map(({ kind, modelId, bytes }) => ({
    model: modelOf({ kind: vectorCodes.fromCode(kind), modelId }),
    bytes,
  }));
}
