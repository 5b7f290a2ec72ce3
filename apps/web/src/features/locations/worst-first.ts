import type { StatusState } from '@sightline/contracts/status/status';

/** States of sites from the one that needs somebody most to the one that needs nobody. */
export const worstFirst: readonly StatusState[] = ['offline', 'notRecording', 'unhealthy', 'notConnected', 'online'];
