/** Main process → worker. `config` is the whole wanted state; the worker applies the difference. */
export type ToWorker =
  | { type: 'configure'; config: unknown }
  | { type: 'request'; requestId: number; command: string; body: unknown };

/** Worker → main process. */
export type FromWorker =
  | { type: 'heartbeat' }
  | { type: 'ready' }
  | { type: 'reply'; requestId: number; body: unknown }
  | { type: 'failure'; requestId: number; code: string; data: Record<string, unknown> }
  | { type: 'event'; event: unknown };

/** A worker says that it lives this often; what follows from its silence is decided by `watchdog-policy`. */
export const workerHeartbeatMs = 1_000;
