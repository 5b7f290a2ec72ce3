export { deleteExpiredUpdateTickets } from './core-releases.repository.ts';
export { applySoftwareState } from './core-updates.service.ts';
