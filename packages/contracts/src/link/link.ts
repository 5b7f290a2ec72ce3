import { z } from 'zod';
import { edgeHealth } from '../edges/edge.ts';
import { publicKey } from '../edges/edges.api.ts';
import { thumbnailKind } from '../events/event.ts';
import { errorCode } from '../shared/errors.ts';
import { id, utcMs } from '../shared/ids.ts';
import { localEndpointFacts } from '../local-grants/local-grant.ts';
import { commandName } from './link-commands.ts';
import { edgeRecord } from './link-records.ts';
import { operation, syncedKindName } from './link-operations.ts';

/** Path of the outbound WebSocket of a core. All messages are JSON text; at most `linkMessageBytes` each. */
export const linkPath = '/api/v1/link';

/** Path prefix of relay connections that a core opens when asked: `/api/v1/link/relays/{token}`. Binary and text pass through. */
export const linkRelayPath = '/api/v1/link/relays';

export const linkMessageBytes = 1_048_576;

/** Versions that this code speaks. The server accepts two versions back. */
export const linkProtocol = { min: 1, max: 1 } as const;

export const heartbeatMs = 5_000;

/** Bytes that a core signs with its key to prove itself: `sightline-link:` + edgeId + `:` + nonce, UTF-8. */
export const linkProofText = (edgeId: string, nonce: string): string => `sightline-link:${edgeId}:${nonce}`;

/** Edge → server. */
export const linkFromEdge = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    protocolMin: z.number().int(),
    protocolMax: z.number().int(),
    edgeId: id,
    version: z.string().max(40),
    /** New at every claim of a disk; sequences count per epoch. */
    epoch: id,
    /** Last sequence written to the outbox; 0 for none. */
    lastSequence: z.number().int().min(0),
    /** Last operation sequence applied. */
    lastOperation: z.number().int().min(0),
    /** Hash of what the core holds (`contentHashText`); older cores do not tell it. */
    contentHash: z.string().max(100).optional(),
    capabilities: z.array(z.string().max(60)).max(100),
    /** Kinds of entities that the core takes operations of; older cores do not tell it and know `firstSyncedKinds`. */
    syncedKinds: z.array(syncedKindName).max(100).optional(),
    clockUtcMs: utcMs,
    /** Made at every process start: two live processes with one key are a cloned disk. */
    instanceId: id,
    signature: z.string().max(200).describe('Ed25519 over linkProofText, base64url'),
    /** Addresses of the core in its own network; older cores do not tell them. */
    lanAddresses: z.array(z.string().max(64)).max(20).optional(),
  }),
  z.object({
    type: z.literal('heartbeat'),
    sentAtUtcMs: utcMs,
    /** Core clock minus server clock as the core last measured it by round trips, or null. */
    clockOffsetMs: z.number().nullable(),
    health: edgeHealth,
    outboxDepth: z.number().int().min(0),
    /** The door of the core for its own network, null while it is shut; older cores do not tell it. */
    // The word of the wire; older cores and servers know it by this name.
    localDoor: localEndpointFacts.nullable().optional(),
  }),
  z.object({ type: z.literal('records'), epoch: id, records: z.array(edgeRecord).min(1).max(500) }),
  /** What the core can do has changed since `hello`, for instance a model pack became ready. */
  z.object({ type: z.literal('capabilities'), capabilities: z.array(z.string().max(60)).max(100) }),
  /** A picture of an event, JPEG as base64; sent again until `thumbnailAck` says `kept` or `refused`. */
  z.object({
    type: z.literal('thumbnail'),
    eventId: id,
    cameraId: id,
    startedAtUtcMs: utcMs,
    kind: thumbnailKind,
    jpeg: z.string().max(130_000),
  }),
  z.object({ type: z.literal('applied'), sequence: z.number().int().min(1), contentHash: z.string().max(100) }),
  z.object({ type: z.literal('reply'), requestId: id, ok: z.literal(true), body: z.unknown() }),
  z.object({
    type: z.literal('failure'),
    requestId: id,
    /** A newer core may know codes that this server does not. */
    code: errorCode.catch('internal'),
    data: z.record(z.string(), z.unknown()).default({}),
  }),
  z.object({ type: z.literal('rotateKey'), publicKey, signature: z.string().max(200) }),
]);

/** Server → edge. */
export const linkFromServer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('challenge'), nonce: z.string() }),
  z.object({
    type: z.literal('welcome'),
    protocol: z.number().int(),
    serverUtcMs: utcMs,
    /** Last sequence of this epoch that the server keeps; send what comes after. */
    ackedSequence: z.number().int().min(0),
    organizationId: id,
    name: z.string(),
    /** Kinds of entities that the server tells cores of; older servers do not say it and know `firstSyncedKinds`. */
    syncedKinds: z.array(syncedKindName).max(100).optional(),
  }),
  z.object({ type: z.literal('refused'), code: errorCode }),
  z.object({ type: z.literal('heartbeatAck'), sentAtUtcMs: utcMs, serverUtcMs: utcMs }),
  /** `isBehind`: something on the way is missing, send again from `sequence` on. Older servers do not say it, and mean it by repeating a sequence. */
  z.object({ type: z.literal('ack'), epoch: id, sequence: z.number().int().min(0), isBehind: z.boolean().optional() }),
  z.object({ type: z.literal('operation'), operation }),
  z.object({
    type: z.literal('request'),
    requestId: id,
    command: commandName,
    body: z.unknown(),
    timeoutMs: z.number().int().min(100).max(120_000),
  }),
  z.object({ type: z.literal('keyRotated') }),
  /** `later`: the event itself has not arrived yet; try again in a while. */
  z.object({
    type: z.literal('thumbnailAck'),
    eventId: id,
    kind: thumbnailKind,
    outcome: z.enum(['kept', 'later', 'refused']),
  }),
]);

export type LinkFromEdge = z.infer<typeof linkFromEdge>;
export type LinkFromServer = z.infer<typeof linkFromServer>;
