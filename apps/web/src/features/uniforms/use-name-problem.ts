import { useTranslation } from 'react-i18next';

/** What is wrong with the name of a uniform, or null: nothing at all, and blanks alone, are told apart. */
export function useNameProblem(): (name: string) => string | null {
  const { t } = useTranslation();
  return (name) => {
    if (name === '') return t('uniforms.form.nameMissing');
    return name.trim() === '' ? t('uniforms.form.nameShort') : null;
  };
}
