import { accessEventsCalls } from '@sightline/contracts/access-events/access-events.api';
import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { apiKeysCalls } from '@sightline/contracts/api-keys/api-keys.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { doorsCalls } from '@sightline/contracts/doors/doors.api';
import { accessModes, AccessSystem, type AccessDeed, type AccessMode } from '../access/access-system.ts';
import { entering, entranceDoor, entranceScene } from '../scenes/entrance-scene.ts';
import type { SimulatedService } from '../services/simulated-service.ts';
import { createApiClient, type ApiClient } from './api-client.ts';

/** The camera whose scene has people who go in. */
export const accessCameraId = 'entrance';

const source = 'Demo access system';
/** Its name, and that of its door. */
export const accessDoorName = 'Main entrance';
/** A badge is read so long before its owner is through the door, s. */
const badgeBeforeS = 1.2;
/** In each of so many rounds of the scene one goes in behind another without a badge. */
const followsEvery = 4;
/** By their number in the scene. */
const owners: Readonly<Record<number, string>> = { 0: 'Dana Levi', 3: 'Noam Katz', 4: 'Yael Mizrahi' };
const follower = 4;
const stranger = { kind: 'denied', credential: '9999' } as const;

const badges = entering().map(({ who, atS }) => ({ who, atS: atS - badgeBeforeS }));
const roundMs = entranceScene.durationS * 1000;

/** Whoever reads a badge between two moments of the scene, over all its rounds. */
export function badgesBetween(fromMs: number, toMs: number): Omit<AccessDeed, 'doorId'>[] {
  const found: Omit<AccessDeed, 'doorId'>[] = [];
  for (let round = Math.floor(fromMs / roundMs); round <= Math.floor(toMs / roundMs); round += 1)
    for (const { who, atS } of badges) {
      const atMs = round * roundMs + atS * 1000;
      const isForgotten = who === follower && round % followsEvery === followsEvery - 1;
      if (atMs <= fromMs || atMs > toMs || isForgotten) continue;
      found.push({
        kind: 'granted',
        direction: 'in',
        person: owners[who] ?? null,
        credential: `04${String(51 + who)}`,
      });
    }
  return found;
}

/** The access system of the demo's entrance. */
export interface DemoAccess {
  service: SimulatedService;
  /** A picture of the entrance's scene was shown. */
  shown(fileMs: number): void;
  /** From now on it brings what it sees, with this key. */
  connect(to: { server: string; key: string; doorId: string; signal: AbortSignal }): void;
  stop(): void;
}

const lineOf = ({ event, outcome }: AccessSystem['kept'][number]): string =>
  [new Date(event.atUtcMs).toISOString().slice(11, 19), event.kind, event.person, outcome ?? 'waits']
    .filter((word) => word !== null)
    .join(' ');

/** Plays it. Until it is connected nothing happens at its door. */
export function createDemoAccess(): DemoAccess {
  let client: ApiClient | null = null;
  let doorId: string | null = null;
  let shownMs: number | null = null;
  const system = new AccessSystem({
    source,
    post: async (events) => {
      if (client === null) throw new Error('it is not connected');
      return (await client.call(accessEventsCalls.post, { body: { events: [...events] } })).results;
    },
  });
  const happens = (deed: Omit<AccessDeed, 'doorId'>): void => {
    if (doorId !== null) system.happens({ ...deed, doorId });
  };
  return {
    service: {
      id: 'access',
      name: 'Access system',
      address: accessDoorName,
      note: 'Reads the badges of who goes in at the main entrance. Each fourth round of the scene somebody follows without one.',
      modes: accessModes,
      mode: () => system.mode,
      setMode: (mode) => void (system.mode = mode as AccessMode),
      received: () => system.kept.toReversed().map(lineOf),
      deeds: {
        'deny a badge': () => happens(stranger),
        'force the door': () => happens({ kind: 'forced' }),
        'hold the door open': () => happens({ kind: 'held' }),
        'read a badge': () => happens({ kind: 'granted', direction: 'in', person: 'Omer Bar', credential: '0460' }),
      },
    },
    shown: (fileMs) => {
      // Another file begins anew.
      if (shownMs !== null && fileMs > shownMs) badgesBetween(shownMs, fileMs).forEach(happens);
      shownMs = fileMs;
    },
    connect: ({ server, key, signal, ...at }) => {
      client = createApiClient(server, signal);
      client.useToken(key);
      doorId = at.doorId;
      system.start();
    },
    stop: () => system.stop(),
  };
}

/** Saves the door of the entrance with a rule about who follows, and makes a key for its access system; both once, with the key. */
export async function installAccess(
  api: ApiClient,
  known: { key: string; doorId: string } | null,
): Promise<{ key: string; doorId: string } | null> {
  if (known !== null) return known;
  const cameras = await api.call(camerasCalls.list, { query: { limit: 200 } });
  const camera = cameras.items.find(({ name }) => name === accessDoorName);
  if (camera === undefined) return null;
  const door = await api.call(doorsCalls.create, {
    body: { name: accessDoorName, cameraId: camera.id, area: entranceDoor() },
  });
  await api.call(alertRulesCalls.create, {
    body: {
      name: 'Someone follows through the main entrance',
      severity: 'warning',
      cameraIds: [camera.id],
      condition: { kind: 'doorTailgating', doorIds: [door.id], inwards: 'away' },
    },
  });
  const { key } = await api.call(apiKeysCalls.create, {
    body: { name: source, scopes: ['AccessEvents', 'CameraView'], expiresAt: null },
  });
  return { key, doorId: door.id };
}
