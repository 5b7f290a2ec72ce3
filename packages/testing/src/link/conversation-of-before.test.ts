import { linkFromEdge, linkFromServer } from '@sightline/contracts/link/link';
import { edgeCommands, type EdgeCommandName } from '@sightline/contracts/link/link-commands';
import { edgeRecordBody } from '@sightline/contracts/link/link-records';
import { syncedKinds, type SyncedKind } from '@sightline/contracts/link/synced-kinds';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/**
 * What a server and a core of commit 858d8f6a said to each other about one camera, from enrolment until it was deleted: each kind of
 * message once. A word that is renamed or dropped here is one that the other side of an update misses.
 */
interface Said {
  from: 'core' | 'server';
  /** What a reply answers. */
  command?: EdgeCommandName;
  message: { type: string } & Record<string, unknown>;
}

const conversation = JSON.parse(
  readFileSync(new URL('conversation-of-before.json', import.meta.url), 'utf8'),
) as Said[];
const by = (from: Said['from']): [string, Said][] =>
  conversation
    .filter((said) => said.from === from)
    .map((said, index) => [`${String(index)} ${said.message.type}`, said]);

describe('a core of today reads of a server of before', () => {
  test.each(by('server'))('%s', (_, { message }) => {
    const read = linkFromServer.parse(message);
    expect(read).toMatchObject(message);
    if (read.type === 'request')
      expect(edgeCommands[read.command].input.parse(read.body)).toMatchObject(read.body as object);
    if (read.type === 'operation' && read.operation.desired !== null)
      expect(syncedKinds[read.operation.entity as SyncedKind].parse(read.operation.desired)).toMatchObject(
        read.operation.desired,
      );
  });
});

describe('a server of today reads of a core of before', () => {
  test.each(by('core'))('%s', (_, { message, command }) => {
    const read = linkFromEdge.parse(message);
    expect(read).toMatchObject(message);
    if (read.type === 'records')
      for (const { body } of read.records) expect(edgeRecordBody.parse(body)).toMatchObject(body as object);
    if (read.type === 'reply' && command)
      expect(edgeCommands[command].output.parse(read.body)).toMatchObject(read.body as object);
  });
});
