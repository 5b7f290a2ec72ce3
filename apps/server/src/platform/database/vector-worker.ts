import { parentPort, workerData } from 'node:worker_threads';
import type { PoolClient } from 'pg';
import { createPool } from './database.ts';
import { nearestVectors, placeInOrder, startAt, type Candidates } from './nearest-vectors.ts';
import { createVectorCache, type VectorKeys } from './vector-cache.ts';
import type { VectorAnswer, VectorQuery, VectorQuestion, VectorReply } from './vector-search.ts';

/** A broken connection is told to whoever waits for an answer on it. */
const pool = createPool((workerData as { connectionString: string }).connectionString, {
  max: 2,
  onError: () => undefined,
});
/** More than twice what one question compares at most, so that room for the rest of it is always found. */
const cache = createVectorCache(100_000_000);

interface Row {
  chosen: string | number;
  ids: string | null;
  starts: string | null;
  versions?: string | null;
  vectors?: string | null;
}

interface Chosen extends VectorKeys {
  chosen: number;
  starts: Buffer;
  vectors: Int8Array;
}

const bytesOf = (text: string | null | undefined): Buffer => Buffer.from(text ?? '', 'base64');

async function ask(client: PoolClient, { sql, parameters }: VectorQuery): Promise<Chosen> {
  const { rows } = await client.query<Row>(sql, [...parameters]);
  const row = rows[0];
  const [ids, starts, versions, vectors] = [row?.ids, row?.starts, row?.versions, row?.vectors].map(bytesOf) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ];
  return {
    chosen: Number(row?.chosen ?? 0),
    ids,
    starts,
    versions,
    vectors: new Int8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength),
  };
}

/** Only those whose beginnings lie between two instants, UTC ms, are sent. */
const between = ({ sql, parameters }: VectorQuery, fromUtcMs: number, toUtcMs: number): VectorQuery => ({
  sql,
  parameters: [...parameters.slice(0, -2), new Date(fromUtcMs), new Date(toUtcMs)],
});

async function allOf(client: PoolClient, { queries, like }: VectorQuestion): Promise<Candidates & { chosen: number }> {
  const all = await ask(client, queries.vectors);
  return { ...all, ...placeInOrder(all.vectors, like.length) };
}

async function candidatesFor(client: PoolClient, question: VectorQuestion): Promise<Candidates & { chosen: number }> {
  const { keys, vectors, space } = question.queries;
  if (keys === null) return allOf(client, question);
  const asked = await ask(client, keys);
  // Again when room had to be made at the cost of what was known before.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { missing, ...placed } = cache.find(space, asked);
    if (missing.length === 0) return { ...asked, ...placed };
    const starts = missing.map((index) => startAt(asked.starts, index));
    const [oldest, newest] = starts.reduce(
      ([least, most], at) => [Math.min(least, at), Math.max(most, at)],
      [Infinity, 0],
    );
    cache.put(space, await ask(client, between(vectors, oldest, newest)));
  }
  // Another question takes the room as fast as it is made.
  return allOf(client, question);
}

async function answer(question: VectorQuestion): Promise<VectorAnswer> {
  const { organizationId, like, limit, minSimilarity } = question;
  const client = await pool.connect();
  try {
    // Both queries see the same rows.
    await client.query('begin isolation level repeatable read read only');
    await client.query(
      `select set_config('app.organization_id', $1, true), set_config('statement_timeout', '10s', true), set_config('work_mem', '32MB', true)`,
      [organizationId],
    );
    const candidates = await candidatesFor(client, question);
    return {
      matches: nearestVectors(candidates, like, { limit, minSimilarity }),
      compared: candidates.places.length,
      chosen: candidates.chosen,
    };
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
