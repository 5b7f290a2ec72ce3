export { createAccountChanges, type ChangeAccount } from './account-changes.ts';
export { deleteExpiredLinks } from './account-links.repository.ts';
export { accountMail } from './account-mails.ts';
export { createAccountProof } from './account-protection.service.ts';
