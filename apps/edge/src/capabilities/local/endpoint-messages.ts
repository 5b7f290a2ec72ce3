/** Events of the live worker about its door for the local network. */
export type EndpointEvent =
  /** Browsers can come in at this UDP port; null: the door is shut. */
  | { type: 'door.opened'; port: number | null }
  | { type: 'door.visit'; visitId: number }
  | { type: 'door.message'; visitId: number; text: string }
  | { type: 'door.left'; visitId: number };

/** Inputs of the commands `door.say` and `door.dismiss`. */
export interface EndpointSay {
  visitId: number;
  text: string;
}
export type EndpointDismiss = Pick<EndpointSay, 'visitId'>;

/** What the live worker opens the endpoint with, PEM. */
export interface EndpointSecrets {
  certificatePem: string;
  keyPem: string;
  password: string;
}
