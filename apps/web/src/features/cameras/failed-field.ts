import type { ErrorCode } from '@sightline/contracts/shared/errors';

/** Fields of the stream form that a failure can be about. */
export type StreamField = 'edgeId' | 'url' | 'username' | 'password';

const fields: Partial<Record<ErrorCode, StreamField>> = {
  camera_url_invalid: 'url',
  camera_url_port_wrong: 'url',
  camera_url_too_long: 'url',
  camera_url_ambiguous: 'url',
  camera_unreachable: 'url',
  camera_address_refused: 'url',
  camera_path_not_found: 'url',
  camera_not_rtsp: 'url',
  camera_timeout: 'url',
  camera_no_video: 'url',
  camera_codec_unsupported: 'url',
  camera_transport_refused: 'url',
  camera_no_parameter_sets: 'url',
  camera_duplicate: 'url',
  camera_credentials_refused: 'username',
  camera_password_needed: 'password',
  core_offline: 'edgeId',
  core_never_connected: 'edgeId',
  core_pairing_revoked: 'edgeId',
  core_timeout: 'edgeId',
  core_part_down: 'edgeId',
};

/** The field in which a failure is repaired, or undefined when it is about none. */
export const failedField = (code: ErrorCode): StreamField | undefined => fields[code];
