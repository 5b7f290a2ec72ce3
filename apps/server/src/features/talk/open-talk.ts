import type { Talker } from '@sightline/contracts/talk/talk';

/** A talk that this process opened. */
export interface OpenTalk {
  talkId: string;
  cameraId: string;
  locationId: string;
  edgeId: string;
  organizationId: string;
  sessionId: string;
  userId: string;
  viaOrganizationId: string | undefined;
  /** From where it was asked for or renewed last. */
  address: string | undefined;
  talker: Talker;
  /** Whether a TURN server may carry it. */
  mayRelay: boolean;
  /** False while its core is still asked: nothing of it was heard nor written down. */
  isOpen: boolean;
  expiresAtUtcMs: number;
  /** Sound that the camera was sent, ms, as the core said last. */
  heardMs: number;
}
