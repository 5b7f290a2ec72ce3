import type { MakeThings, TenantExamples, TenantThings } from '../tenant-things.ts';

interface EntranceThings {
  entranceId: string;
}

declare module '../tenant-things.ts' {
  interface TenantThings extends EntranceThings {}
}

const entranceAt = ({ cameraId }: Partial<Pick<TenantThings, 'cameraId'>>) => ({
  name: 'Main door',
  cameraId,
  line: [
    { x: 0.2, y: 0.6 },
    { x: 0.8, y: 0.6 },
  ],
  inSide: 'left',
});

export const tenantExamples: TenantExamples = {
  'entrances.list': ({ cameraId }) => ({ query: { cameraId } }),
  'entrances.get': ({ entranceId }) => ({ params: { id: entranceId } }),
  'entrances.create': (things) => ({ body: entranceAt(things) }),
  'entrances.update': (things) => ({
    params: { id: things.entranceId },
    body: { ...entranceAt(things), name: 'Renamed', revision: 1 },
  }),
  'entrances.figures': ({ entranceId }) => ({
    params: { id: entranceId },
    query: { fromUtcMs: Date.now() - 3_600_000, untilUtcMs: Date.now(), per: 'hour' },
  }),
  'entrances.occupancy': ({ entranceId }) => ({ params: { id: entranceId } }),
  'entrances.correct': ({ entranceId }) => ({
    params: { id: entranceId },
    body: { inside: 3, reason: 'Counted by hand' },
  }),
  'entrances.remove': ({ entranceId }) => ({ params: { id: entranceId } }),
};

export const makeThings: MakeThings<EntranceThings> = async (make, things) => ({
  entranceId: await make('entrances.create', things),
});
