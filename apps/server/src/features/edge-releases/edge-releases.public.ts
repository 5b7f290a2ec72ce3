export { deleteExpiredUpdateTickets } from './edge-releases.repository.ts';
export { applySoftwareState } from './core-updates.service.ts';
