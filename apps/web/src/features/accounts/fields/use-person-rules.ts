import { useTranslation } from 'react-i18next';
import { passwordLength } from './password-strength.ts';

const looksLikeEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What the fields of a person must hold before they are sent. */
export const usePersonRules = () => {
  const { t } = useTranslation();
  return {
    firstName: (value: string) => (value.trim() === '' ? t('accounts.field.firstNameMissing') : null),
    email: (value: string) => (looksLikeEmail.test(value.trim()) ? null : t('accounts.field.emailWrong')),
    password: (value: string) => (value.length < passwordLength ? t('errors.password_too_weak') : null),
  };
};
