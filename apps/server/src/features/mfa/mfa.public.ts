export { createMfaProof, type MfaProof } from './mfa-proof.ts';
