export { createMfaProof } from './mfa-proof.ts';
