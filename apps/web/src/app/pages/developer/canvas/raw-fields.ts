import type { Event } from '@sightline/contracts/events/event';

const instant = (utcMs: number | null): string => (utcMs === null ? '' : new Date(utcMs).toISOString());
const decimals = (value: number | null, digits = 2): string => (value === null ? '' : value.toFixed(digits));

/** Fields of an event as text, by their names on the wire. What is not known is empty. */
export const rawFields: Record<string, (event: Event) => string> = {
  id: ({ id }) => id,
  cameraName: ({ cameraName }) => cameraName,
  class: (event) => event.class,
  subtype: ({ subtype }) => subtype ?? '',
  score: ({ score }) => decimals(score),
  modelId: ({ modelId }) => modelId,
  phase: ({ phase }) => phase,
  revision: ({ revision }) => String(revision),
  severity: ({ severity }) => severity,
  startedAtUtcMs: ({ startedAtUtcMs }) => instant(startedAtUtcMs),
  lastSeenUtcMs: ({ lastSeenUtcMs }) => instant(lastSeenUtcMs),
  endedAtUtcMs: ({ endedAtUtcMs }) => instant(endedAtUtcMs),
  receivedAtUtcMs: ({ receivedAtUtcMs }) => instant(receivedAtUtcMs),
  continuesId: ({ continuesId }) => continuesId ?? '',
  isStationary: ({ isStationary }) => String(isStationary),
  dwellMs: ({ dwellMs }) => String(dwellMs),
  heading: ({ heading }) => decimals(heading, 0),
  speed: ({ speed }) => decimals(speed),
  motionLevel: ({ motionLevel }) => String(motionLevel),
  'best.box': ({ best: { box } }) => [box.x, box.y, box.width, box.height].map((share) => decimals(share, 3)).join(' '),
  path: ({ path }) => String(path.length),
  zones: ({ zones }) => zones.map(({ zoneId, name }) => name ?? zoneId).join(', '),
  colours: ({ colours }) => colours.map(({ part, colour, share }) => `${part} ${colour} ${decimals(share)}`).join(', '),
  plate: ({ plate }) => (plate === null ? '' : `${plate.text} ${decimals(plate.score)} ${String(plate.reads)}`),
  face: ({ face }) => (face === null ? '' : `${String(face.widthPx)} px ${decimals(face.score)}`),
  similarBy: ({ similarBy }) => similarBy.join(', '),
  lostThumbnails: ({ lostThumbnails }) => lostThumbnails.join(', '),
};
