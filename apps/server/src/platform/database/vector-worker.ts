import { parentPort, workerData } from 'node:worker_threads';
import { createPool } from './database.ts';
import { nearestVectors } from './nearest-vectors.ts';
import type { VectorAnswer, VectorQuestion, VectorReply } from './vector-search.ts';

/** A broken connection is told to whoever waits for an answer on it. */
const pool = createPool((workerData as { connectionString: string }).connectionString, { max: 2, onError: () => undefined });

interface Row {
  chosen: string | number;
  ids: string | null;
  starts: string | null;
  vectors: string | null;
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64');

async function answer({ organizationId, query, like, limit, minSimilarity }: VectorQuestion): Promise<VectorAnswer> {
  const client = await pool.connect();
  try {
    await client.query('begin read only');
    await client.query(`select set_config('app.organization_id', $1, true), set_config('statement_timeout', '10s', true)`, [organizationId]);
    const { rows } = await client.query<Row>(query.sql, [...query.parameters]);
    const row = rows[0];
    const chosen = Number(row?.chosen ?? 0);
    if (!row?.ids || !row.starts || !row.vectors) return { matches: [], compared: 0, chosen };
    const [ids, starts, vectors] = [row.ids, row.starts, row.vectors].map(bytesOf) as [Buffer, Buffer, Buffer];
    return { matches: nearestVectors({ ids, starts, vectors }, like, { limit, minSimilarity }), compared: ids.length / 16, chosen };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

parentPort?.on('message', ({ id, question }: { id: number; question: VectorQuestion }) => {
  const reply = (message: VectorReply): void => parentPort?.postMessage(message);
  answer(question).then(
    (found) => reply({ id, answer: found }),
    (error: unknown) => reply({ id, failure: error instanceof Error ? error.message : String(error) }),
  );
});
