import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { Camera, StreamInput } from '@sightline/contracts/cameras/camera';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import type { Session } from '@sightline/contracts/sessions/session';
import { ApiRefusal } from './api-client.ts';
import type { ApiClient } from './api-client.ts';
import { addDemoRule } from './demo-rules.ts';
import { placeDemoCamera, type DemoPlace, type DemoSiteId } from './demo-sites.ts';

export const demoEmail = 'demo@sightline.local';
const demoOrganization = { name: 'Harbour Foods', color: '#1f7a6d' };

/** A camera as it should be known to the server. */
export interface WantedCamera {
  /** What the demo calls it. */
  id: string;
  name: string;
  site: DemoSiteId;
  streams: StreamInput[];
  credentials: { username: string; password: string };
}

async function signIn(api: ApiClient, password: string): Promise<Session> {
  const { needsFirstAccount } = await api.call(sessionsCalls.setup);
  if (needsFirstAccount) {
    return api.call(sessionsCalls.createFirstAccount, { body: { name: 'Demo', email: demoEmail, password } });
  }
  try {
    return await api.call(sessionsCalls.signIn, { body: { email: demoEmail, password } });
  } catch (error) {
    if (!(error instanceof ApiRefusal && error.code === 'sign_in_refused')) throw error;
    const message =
      'this server has accounts, but no demo account with the password that is kept here; use another --data for the demo, or run with --no-demo';
    throw Object.assign(new Error(message, { cause: error }), { code: 'demo_account_absent' });
  }
}

async function enterOrganization(api: ApiClient, session: Session): Promise<void> {
  const known = session.organizations.find(({ name }) => name === demoOrganization.name);
  const organizationId =
    known?.organizationId ?? (await api.call(organizationsCalls.create, { body: demoOrganization })).id;
  const switched = await api.call(sessionsCalls.switchOrganization, { body: { organizationId } });
  api.useToken(switched.accessToken);
}

/** Signs in as the demo account, which is made when the installation is new, and enters its organization. */
export async function enterDemo(api: ApiClient, password: string): Promise<void> {
  const session = await signIn(api, password);
  api.useToken(session.accessToken);
  await enterOrganization(api, session);
}

/** Pairs the core of this machine; false while it does not wait yet. A paired core stays as it is. */
export async function claimCore(api: ApiClient, place: DemoPlace): Promise<boolean> {
  if (place.edge.state !== 'unclaimed' && place.edge.state !== 'revoked') return true;
  try {
    await api.call(edgesCalls.claimLocal, { params: { id: place.edge.id } });
    return true;
  } catch (error) {
    if (error instanceof ApiRefusal && error.code === 'local_core_absent') return false;
    throw error;
  }
}

function sameStreams(known: Camera, wanted: WantedCamera): boolean {
  return (
    known.streams.length === wanted.streams.length &&
    wanted.streams.every(({ kind, url }) => known.streams.some((stream) => stream.kind === kind && stream.url === url))
  );
}

/** Adds a camera, or moves a known one to its new addresses (the port may differ after a restart). Answers whether it was added. */
export async function ensureCamera(
  api: ApiClient,
  place: DemoPlace,
  wanted: WantedCamera,
): Promise<{ isNew: boolean }> {
  const cameras = await api.call(camerasCalls.list, { query: { limit: 200, edgeId: place.edge.id } });
  const known = cameras.items.find(({ name }) => name === wanted.name);
  if (!known) {
    const { id, site, ...camera } = wanted;
    const { id: cameraId } = await api.call(camerasCalls.create, {
      body: { ...camera, edgeId: place.edge.id, locationId: place.locationIds[site], retentionDays: 7 },
    });
    await addDemoRule(api, id, cameraId);
    if (site === 'haifa') await placeDemoCamera(api, place, { id, cameraId });
    return { isNew: true };
  }
  if (!sameStreams(known, wanted))
    await api.call(camerasCalls.update, {
      params: { id: known.id },
      body: { streams: wanted.streams, credentials: wanted.credentials },
    });
  return { isNew: false };
}
