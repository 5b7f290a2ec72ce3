import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureDelays } from './measure/alert-delays.ts';
import { measureLog, seedAlerts } from './measure/alert-log.ts';
import { measureQueue } from './measure/alert-queue.ts';
import { emptyScenes } from './measure/empty-hour.ts';
import { rulesOnClips } from './measure/alerts-on-clips.ts';
import { measureStorm } from './measure/alerts-storm.ts';
import { rememberRig, withEventsRig } from './measure/events-rig.ts';
import { percentile, printTable } from './measure/figures.ts';
import { printLoad } from './measure/rig.ts';

/** From what a camera sees to who is told of it. What rules cost a core is `bench rules`, and what a back-test takes `bench replay`. */
const { values } = parseArgs({
  options: {
    /** Parts, of `told,storm,log,clips,queue,empty`. */
    only: { type: 'string', default: 'told,storm,log,clips,queue,empty' },
    rows: { type: 'string', default: '200000' },
    /** A folder of its own for the alerts of the log: it stays, and is taken as it is the next time. */
    keep: { type: 'string' },
    footage: { type: 'string' },
    minutes: { type: 'string', default: '1' },
    rate: { type: 'string', default: '1000' },
    runs: { type: 'string', default: '40' },
    /** Minutes of a scene without anything in it. */
    empty: { type: 'string', default: '60' },
    /** Open alerts in the queue, and steps through it. */
    open: { type: 'string', default: '10000' },
    steps: { type: 'string', default: '300' },
    pushes: { type: 'string', default: '35' },
  },
});
const parts = values.only.split(',');
const footage = resolve(values.footage ?? new URL('../../shared/footage', import.meta.url).pathname);
const ms = (value: number): string => `${value.toFixed(0)} ms`;
const env = { SIGHTLINE_EGRESS_ALLOW: '127.0.0.1' };

if (parts.includes('clips')) {
  if (!existsSync(footage)) console.log(`no clips in ${footage}`);
  else
    printTable(
      ['clip', 'rule', 'pictures/s', 'right within 1 s', 'furthest', 'told beside'],
      await rulesOnClips(footage),
    );
}
if (parts.includes('empty'))
  printTable(
    ['empty scene', 'minutes', 'looks', 'seconds with motion', 'alerts'],
    await emptyScenes(Number(values.empty)),
  );
if (parts.includes('told')) {
  const { push, screen } = await measureDelays(Number(values.pushes));
  const row = (name: string, delays: readonly number[]): string[] => [
    name,
    String(delays.length),
    ...[0.5, 0.95, 1].map((share) => ms(percentile(delays, share))),
  ];
  printTable(
    ['from the picture to', 'alerts', 'p50', 'p95', 'most'],
    [row('the push service', push), row('the monitoring screen', screen)],
  );
}
if (parts.includes('storm'))
  await withEventsRig({ edges: 1, cameras: 4, env }, async (rig) => {
    const asked = { perMinute: Number(values.rate), minutes: Number(values.minutes) };
    const { sent, kept, heard, heardTwice, screen, queue, pushed } = await measureStorm(rig, asked);
    printTable(
      [
        'alerts a minute',
        'minutes',
        'sent',
        'kept',
        'on the screen',
        'twice there',
        'screen p50 / p95 / p99',
        'queue p50 / p95 / p99',
        'pushes, first after',
      ],
      [[
        String(asked.perMinute), String(asked.minutes), String(sent), String(kept), String(heard), String(heardTwice),
        [screen.p50, screen.p95, screen.p99].map(ms).join(' / '), [queue.p50, queue.p95, queue.p99].map(ms).join(' / '),
        `${pushed.messages}, ${ms(pushed.firstMs)}`,
      ]], // prettier-ignore
    );
  });
if (parts.includes('log'))
  await withEventsRig({ edges: 1, cameras: 64, env, keep: values.keep }, async (rig) => {
    if (!rig.isKept) await seedAlerts(rig, Number(values.rows));
    if (values.keep !== undefined) rememberRig(rig);
    printTable([`log, of ${values.rows} alerts`, 'p50', 'p95', 'p99'], await measureLog(rig, Number(values.runs)));
  });
if (parts.includes('queue'))
  printTable(
    [`frames of a queue of ${values.open}`, 'frames', 'p50', 'p95', 'p99', 'most'],
    await measureQueue(Number(values.open), Number(values.steps)),
  );
printLoad();
