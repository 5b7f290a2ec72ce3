import type { LocalEdge } from '@sightline/contracts/edges/edge';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';

let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.person();
});
afterAll(() => server.stop());
beforeEach(async () => {
  edge = await makeTestEdge(server, owner);
});

const lookUp = async (person: TestPerson, localLiveStream = true): Promise<LocalEdge[]> =>
  (await person.call(edgesCalls.localNetwork, { body: { edgeIds: [edge.edgeId], localLiveStream } })).body.items;

const link = async (): Promise<void> => {
  const { nonce } = await edge.dial();
  edge.hello(nonce, { lanAddresses: ['192.168.1.9'] });
  await edge.next('welcome');
};

describe('the lookup of the local network', () => {
  it('NET-004 knows nothing of a core of another organization', async () => {
    await link();
    expect(await lookUp(await server.person())).toEqual([]);
  });

  it('NET-003 takes no core for local where the organization does not want it', async () => {
    await link();
    expect(await lookUp(owner, false)).toEqual([{ edgeId: edge.edgeId, isLocal: false, lanAddresses: [] }]);
  });

  it('NET-005 tells the addresses of a core that comes from the same network, for as long as it is linked', async () => {
    expect(await lookUp(owner)).toEqual([{ edgeId: edge.edgeId, isLocal: false, lanAddresses: [] }]);
    await link();
    expect(await lookUp(owner)).toEqual([{ edgeId: edge.edgeId, isLocal: true, lanAddresses: ['192.168.1.9'] }]);
    edge.hangUp();
    await vi.waitFor(async () => expect((await lookUp(owner))[0]?.isLocal).toBe(false));
  });

  it('NET-005 works with a core that does not tell its addresses yet', async () => {
    await edge.connect();
    expect(await lookUp(owner)).toEqual([{ edgeId: edge.edgeId, isLocal: true, lanAddresses: [] }]);
  });
});
