import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { EventReport } from '@sightline/contracts/events/event';
import { peopleCalls } from '@sightline/contracts/people/people.api';
import type { DescribedFace } from '@sightline/contracts/people/people-link';
import type { UnsavedPerson } from '@sightline/contracts/people/person';
import { testJpeg, testReport } from '../events/test-reports.ts';
import { makeTestEdge, type TestEdge } from '../link/test-edge.ts';
import type { TestPerson, TestServer } from '../test-server.ts';

/** A model of which the product knows from where on two faces are the same. */
export const faceModel = 'faceres@1';
const dimensions = 1024;

/** Numbers that look like chance and are the same each time. */
function chanceOf(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) | 0;
    return ((state >>> 0) / 4_294_967_296) * 2 - 1;
  };
}

/** A face of somebody: `look` is one of their looks, all of which are alike (cosine about 0.9); faces of others are not. */
export function testFace(who: number, look = 0): string {
  const [own, other] = [chanceOf(who + 1), chanceOf(1_000 + who * 97 + look)];
  const values = Array.from({ length: dimensions }, () => own() + (look === 0 ? 0 : 0.45 * other()));
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return Buffer.from(Int8Array.from(values, (value) => Math.round((value / length) * 127)).buffer).toString('base64');
}

/** What a core says of the face in a picture. */
export const describedFace = (who: number, change: Partial<DescribedFace> = {}): DescribedFace => ({
  score: 0.95,
  widthPx: 200,
  modelId: faceModel,
  values: testFace(who),
  jpeg: testJpeg(300).toString('base64'),
  ...change,
});

/** An event in which the face of somebody was seen. */
export const facedReport = (
  cameraId: string,
  who: number,
  { look = 1, ...change }: Partial<EventReport> & { look?: number } = {},
): EventReport =>
  testReport({
    cameraId,
    phase: 'closed',
    face: { box: { x: 0.3, y: 0.3, width: 0.1, height: 0.2 }, widthPx: 90, score: 0.9, age: 30, gender: null },
    vectors: [{ kind: 'face', modelId: faceModel, values: testFace(who, look) }],
    ...change,
  });

/** A site with a core that knows faces, and a camera. */
export async function makeFacePlace(
  server: TestServer,
  owner: TestPerson,
): Promise<{ edge: TestEdge; cameraId: string }> {
  const edge = await makeTestEdge(server, owner);
  edge.capabilities = ['rtsp', 'privacy', 'facePictures', `faces:${faceModel}`];
  edge.syncedKinds = ['camera', 'locationPrivacy', 'organizationSwitches', 'faceGallery', 'alertRule'];
  const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/1' }];
  const body = { name: 'Lobby', edgeId: edge.edgeId, locationId: edge.locationId, streams };
  const cameraId = (await owner.call(camerasCalls.create, { body })).body.id;
  await edge.connect();
  return { edge, cameraId };
}

let sequence = 0;

/** The core reports events; waits until the server has them. */
export async function report(edge: TestEdge, reports: readonly EventReport[]): Promise<void> {
  const first = sequence + 1;
  sequence += reports.length;
  edge.records(
    first,
    reports.map((event) => ({ kind: 'event' as const, event })),
  );
  await edge.next('ack', (ack) => ack.sequence === sequence);
}

/** Each core counts its records from one. */
export const countAnew = (): void => void (sequence = 0);

/** Waits until the people whom nobody has named are as they should be. */
export async function unsavedOf(
  owner: TestPerson,
  isDone: (items: readonly UnsavedPerson[]) => boolean,
): Promise<UnsavedPerson[]> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    const { items } = (await owner.call(peopleCalls.unsaved, { query: {} })).body;
    if (isDone(items)) return items;
    if (performance.now() > deadline) throw new Error(`unsaved people are ${JSON.stringify(items)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
