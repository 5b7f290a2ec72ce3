import { z } from 'zod';
import { cameraStatus, streamStatus } from '../cameras/camera.ts';
import { edgeHealth, edgeState } from '../edges/edge.ts';
import { alertHandling } from '../alerts/alert.ts';
import { eventMark, eventSeverity } from '../events/event.ts';
import { exportState } from '../exports/export.ts';
import { id, utcMs } from '../shared/ids.ts';
import { shownStatus, statusState } from '../status/status.ts';
import { talker } from '../talk/talk.ts';

/** Path of the one WebSocket per session. First message of the client: `hello` with the access token. */
export const realtimePath = '/api/v1/realtime';

/** Client → server. Anything but `hello` first is answered with `refused`. */
export const realtimeClientMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    accessToken: z.string().max(4000),
    /** Milliseconds since the page began to read what it shows: what happened since then is told after the welcome. Absent: nothing is. */
    readForMs: z.number().int().min(0).optional(),
  }),
  /** A renewed access token for the same session, before the old one ends. */
  z.object({ type: z.literal('token'), accessToken: z.string().max(4000) }),
  z.object({ type: z.literal('ping') }),
]);

const alertUpdate = {
  alertId: id,
  isNew: z.boolean(),
  severity: eventSeverity,
  handling: alertHandling,
  revision: z.number().int(),
};

/** What happened, in the words of the feature that owns it. Only those who may see the entity receive it. */
export const realtimeEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cameras.changed'), cameraId: id, locationId: id, revision: z.number().int() }),
  z.object({ kind: z.literal('cameras.removed'), cameraId: id, locationId: id }),
  z.object({
    kind: z.literal('cameras.status'),
    cameraId: id,
    locationId: id,
    status: cameraStatus,
    streams: z.array(z.object({ id, status: streamStatus })),
    edgeId: id.optional(),
    /** States of its parts, and whether footage can be played. Absent in messages of older servers. */
    mainStream: statusState.optional(),
    subStream: statusState.optional(),
    storage: statusState.optional(),
    smartStorage: statusState.optional(),
    analytics: statusState.optional(),
    cameraStatus: statusState.optional(),
    audioEnabled: z.boolean().optional(),
    playbackStatus: statusState.optional(),
  }),
  z.object({ kind: z.literal('edges.changed'), edgeId: id, locationId: id }),
  z.object({ kind: z.literal('edges.removed'), edgeId: id, locationId: id }),
  z.object({
    kind: z.literal('edges.status'),
    edgeId: id,
    locationId: id,
    state: edgeState,
    sinceUtcMs: utcMs.nullable(),
    clockOffsetMs: z.number().nullable(),
    health: edgeHealth.nullable(),
    /** As shown. Absent in messages of older servers. */
    status: shownStatus.optional(),
    edgeStatus: statusState.optional(),
    playbackStatus: statusState.optional(),
  }),
  z.object({ kind: z.literal('locations.changed'), locationId: id }),
  z.object({ kind: z.literal('locations.removed'), locationId: id }),
  /** What everything at or below a location shows together: `status`, in full `shown`. */
  z.object({ kind: z.literal('locations.status'), locationId: id, status: statusState, shown: shownStatus }),
  z.object({ kind: z.literal('organizations.changed') }),
  /** An organization was deleted; who is in another one stays signed in. */
  z.object({ kind: z.literal('organizations.deleted'), organizationId: id }),
  /** What this person may do has changed: fetch the session anew. Told only to those whom it touches. */
  z.object({
    kind: z.literal('permissions.changed'),
    userIds: z.array(z.string()).nullable().describe('null: everybody of the organization'),
  }),
  /** Own account or settings were changed, perhaps in another browser. */
  z.object({ kind: z.literal('accounts.changed'), userId: z.string() }),
  /** Something of a camera was not recorded, or its core said something of itself: what needs somebody may have grown. */
  z.object({ kind: z.literal('attention.gap'), cameraId: id, locationId: id }),
  z.object({ kind: z.literal('attention.notice'), edgeId: id, locationId: id }),
  /** This person marked something as seen, perhaps in another browser. */
  z.object({ kind: z.literal('attention.seen'), userId: z.string() }),
  z.object({ kind: z.literal('users.changed') }),
  z.object({ kind: z.literal('permission-groups.changed'), groupId: id }),
  /** A core began, finished or failed to install software. */
  z.object({
    kind: z.literal('edges.software'),
    edgeId: id,
    locationId: id,
    state: z.enum(['available', 'installing', 'installed', 'failed']),
    version: z.string(),
  }),
  /** A roll-out of core software, or one of its cores, is at another step: fetch it anew. */
  z.object({ kind: z.literal('edge-roll-outs.changed'), rollOutId: id }),
  /** A camera was asked to restart. */
  z.object({ kind: z.literal('cameras.reboot'), cameraId: id, locationId: id }),
  /** Somebody began to talk through a camera, or with null nobody does any more. */
  z.object({ kind: z.literal('talk.changed'), cameraId: id, locationId: id, talker: talker.nullable() }),
  /** A rule was made, changed, silenced or deleted, or its state at one of its cores changed: fetch it anew. */
  z.object({ kind: z.literal('alert-rules.changed'), ruleId: id }),
  /** A camera was muted, or that was ended: fetch mutes and rules anew. */
  z.object({ kind: z.literal('alert-rules.cameraMuted'), cameraId: id, locationId: id }),
  z.object({ kind: z.literal('schedules.changed'), scheduleId: id }),
  /** A person was added, changed, merged or forgotten: fetch people anew. */
  z.object({ kind: z.literal('people.changed'), personId: id.nullable() }),
  /** A uniform was trained, renamed, deleted or looked for further, or groups were suggested anew: fetch both lists anew. */
  z.object({ kind: z.literal('uniforms.changed'), uniformId: id.nullable() }),
  /** A variable was made, changed or deleted: fetch them and their change log anew. */
  z.object({ kind: z.literal('org-variables.changed'), variableId: id }),
  z.object({ kind: z.literal('event-tags.changed'), eventTagId: id }),
  /** Vehicles were added, changed, deleted or seen: fetch their lists anew. */
  z.object({ kind: z.literal('vehicles.changed') }),
  z.object({ kind: z.literal('org-groups.changed'), groupId: id }),
  z.object({ kind: z.literal('youtube-links.changed'), youtubeLinkId: id }),
  /** An entrance was made, changed, deleted or corrected, or its core has it now: fetch it anew. */
  z.object({ kind: z.literal('entrances.changed'), entranceId: id, cameraId: id, locationId: id }),
  /** Somebody went through an entrance, or another minute of it is known. */
  z.object({ kind: z.literal('entrances.counted'), entranceId: id, cameraId: id, locationId: id }),
  /** A door was found, marked, saved, changed or deleted, or its core has it now: fetch it anew. */
  z.object({ kind: z.literal('doors.changed'), doorId: id, cameraId: id, locationId: id }),
  /** A core told how a door is. */
  z.object({ kind: z.literal('doors.told'), doorId: id, cameraId: id, locationId: id }),
  /** An access system said something of a door, or rules judged what it said. */
  z.object({ kind: z.literal('access-events.told'), doorId: id, cameraId: id, locationId: id }),
  /** An alarm was made, changed, deleted, or armed or disarmed by hand: fetch it anew. */
  z.object({ kind: z.literal('armed-alarms.changed'), alarmId: id }),
  /** Alerts of an armed alarm at a location were gathered, more of them came, or somebody closed them. */
  z.object({ kind: z.literal('managed-alarms.changed'), managedAlarmId: id, locationId: id }),
  /** An alarm was dispatched, canceled or deleted, or the monitoring service answered to it: fetch it anew. */
  z.object({ kind: z.literal('dispatch-alarms.changed'), dispatchAlarmId: id, locationId: id }),
  /** An alert of a camera was opened, revised, closed or handled. `isNew`: it was opened just now and is not late. */
  z.object({
    kind: z.literal('alerts.changed'),
    cameraId: id,
    locationId: id,
    /** Whom it is about never left what the camera hides: told to those alone who may see originals there. */
    needsOriginals: z.literal(true).optional(),
    ...alertUpdate,
  }),
  /** The same of a core. */
  z.object({ kind: z.literal('alerts.changedAtCore'), edgeId: id, locationId: id, ...alertUpdate }),
  /** A webhook was made, changed or deleted, or its receiver began or ceased to fail: fetch it anew. */
  z.object({ kind: z.literal('webhooks.changed'), webhookId: id }),
  z.object({ kind: z.literal('integrations.changed') }),
  z.object({
    kind: z.literal('exports.progress'),
    exportId: id,
    cameraId: id,
    locationId: id,
    state: exportState,
    progress: z.number(),
  }),
  /** Events of one camera were opened, updated or closed; the newest revision of each. */
  z.object({
    kind: z.literal('events.revised'),
    cameraId: id,
    locationId: id,
    /** They never left what the camera hides: told to those alone who may see originals there. */
    needsOriginals: z.literal(true).optional(),
    events: z.array(eventMark).max(50),
  }),
  /** `forced`: by an administrator or by a revoke elsewhere; the screen says so. */
  z.object({ kind: z.literal('sessions.ended'), isForced: z.boolean().default(false) }),
]);

/** Server → client. `sequence` counts per connection from 1; a jump means that messages were lost: refetch everything. */
export const realtimeServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('welcome'), sequence: z.literal(0) }),
  z.object({
    type: z.literal('event'),
    sequence: z.number().int().min(1),
    /** Session that caused it; the screen ignores toasts for its own changes. */
    actorSessionId: z.string().nullable(),
    /** Person who caused it; camera and core changes of one's own, in any tab or browser, are neither shown nor toasted. */
    actorUserId: z.string().nullable().default(null),
    /** ERROR is never toasted: failures are told to their author only. */
    level: z.enum(['INFO', 'ERROR']).default('INFO'),
    showToast: z.boolean().default(true),
    event: realtimeEvent,
  }),
  /** Messages were lost between server processes: refetch everything. */
  z.object({ type: z.literal('refetch') }),
  z.object({ type: z.literal('refused'), code: z.enum(['unauthenticated', 'no_organization', 'rate_limited']) }),
  z.object({ type: z.literal('pong') }),
]);

export type RealtimeEvent = z.infer<typeof realtimeEvent>;
export type RealtimeServerMessage = z.infer<typeof realtimeServerMessage>;
export type RealtimeClientMessage = z.infer<typeof realtimeClientMessage>;
