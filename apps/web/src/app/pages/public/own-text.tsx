import { useTranslation } from 'react-i18next';
import { directionOf, languages, type Language } from '../../../platform/i18n/language.ts';
import { blocksOf } from './text-blocks.ts';
import classes from './public.module.css';

interface OwnTextProps {
  texts: Record<Language, string | null>;
  language: Language;
}

/** In which language a text is shown: the reader's, else the other one; null when there is none at all. */
export const shownLanguage = ({ texts, language }: OwnTextProps): Language | null =>
  [language, ...languages].find((one) => texts[one] !== null) ?? null;

/** A text that whoever runs the installation wrote, in the language of the reader where there is one. */
export function OwnText({ texts, language }: OwnTextProps) {
  const { t } = useTranslation();
  const shown = shownLanguage({ texts, language });
  if (shown === null) return null;
  return (
    <>
      {shown !== language && <p className={classes.lead}>{t(`pages.legal.only.${shown}`)}</p>}
      <div lang={shown} dir={directionOf(shown)} className={classes.own}>
        {blocksOf(texts[shown] ?? '').map(({ kind, line, text }) =>
          kind === 'heading' ? (
            <h2 key={line}>{text}</h2>
          ) : (
            <p key={line} className={classes.text}>
              {text}
            </p>
          ),
        )}
      </div>
    </>
  );
}
