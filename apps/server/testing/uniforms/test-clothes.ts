import type { EventReport } from '@sightline/contracts/events/event';
import type { SuggestedUniforms } from '@sightline/contracts/uniforms/uniform';
import { uniformsCalls } from '@sightline/contracts/uniforms/uniforms.api';
import { testJpeg, testReport } from '../events/test-reports.ts';
import type { TestEdge } from '../link/test-edge.ts';
import { report } from '../people/test-faces.ts';
import type { TestPerson } from '../test-server.ts';

/** The built-in model of looks: a root of a histogram in three stripes, head to foot. */
export const looksModel = 'appearance-hsv@1';
const binsPerStripe = 30;

/** What people wear, by bins of the upper and the lower part. */
const outfits = {
  orange: { upper: 1, lower: 17 },
  blue: { upper: 14, lower: 25 },
  green: { upper: 8, lower: 24 },
} as const;

export type Outfit = keyof typeof outfits;

/** A look in an outfit; looks of one outfit differ a little with `turn`, as light and pose do. */
export function testLook(outfit: Outfit, turn: number): EventReport['vectors'][number] {
  const { upper, lower } = outfits[outfit];
  const values = Array.from({ length: 90 }, (_, at) => 0.08 * Math.abs(Math.sin((turn + 1) * (at + 3))));
  const put = (stripe: number, bin: number, share: number): void => {
    values[stripe * binsPerStripe + bin] = (values[stripe * binsPerStripe + bin] ?? 0) + share;
  };
  put(0, upper, 0.7);
  put(0, 28, 0.3 + 0.05 * (turn % 3));
  put(1, upper, 0.9);
  put(2, lower, 0.8);
  const length = Math.hypot(...values);
  const bytes = Int8Array.from(values, (value) => Math.round((value / length) * 127));
  return { kind: 'appearance', modelId: looksModel, values: Buffer.from(bytes.buffer).toString('base64') };
}

/** An event of somebody in an outfit, some minutes ago. */
export const dressedReport = (cameraId: string, outfit: Outfit, change: Partial<EventReport> & { turn: number }) => {
  const { turn, ...rest } = change;
  return testReport({
    cameraId,
    phase: 'closed',
    startedAtUtcMs: Date.now() - (turn + 1) * 600_000,
    vectors: [testLook(outfit, turn)],
    ...rest,
  });
};

/** The core reports events, each with a picture. */
export async function seeClothes(edge: TestEdge, reports: readonly EventReport[]): Promise<string[]> {
  await report(edge, reports);
  for (const seen of reports) {
    edge.send({ ...seen, type: 'thumbnail', kind: 'object', jpeg: testJpeg(400).toString('base64') });
    await edge.next('thumbnailAck', (ack) => ack.eventId === seen.eventId);
  }
  return reports.map(({ eventId }) => eventId);
}

/** Waits until clothes were put to groups as they should be. */
export async function suggestedTo(
  person: TestPerson,
  isDone: (suggested: SuggestedUniforms) => boolean,
): Promise<SuggestedUniforms> {
  const deadline = performance.now() + 25_000;
  for (;;) {
    const { body } = await person.call(uniformsCalls.suggested, {});
    if (isDone(body)) return body;
    if (performance.now() > deadline) throw new Error(`suggested is ${JSON.stringify(body)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
