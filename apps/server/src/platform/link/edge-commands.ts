import type { EdgeCommandInput, EdgeCommandName, EdgeCommandOutput } from '@sightline/contracts/link/link-commands';

/** One question to a core. Throws what the core answered, `core_offline` without a link, `core_never_connected` when no machine was ever paired with it, `core_pairing_revoked` when its pairing was revoked, `core_timeout` without an answer. */
export interface EdgeRequest<N extends EdgeCommandName> {
  organizationId: string;
  edgeId: string;
  command: N;
  body: EdgeCommandInput<N>;
  /** Default 10 s. */
  timeoutMs?: number;
}

/** Port to the cores: whoever needs something of one asks here and knows nothing of links. */
export interface EdgeCommands {
  request<N extends EdgeCommandName>(request: EdgeRequest<N>): Promise<EdgeCommandOutput<N>>;
}
