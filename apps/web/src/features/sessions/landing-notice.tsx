import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Row } from '../../ui/layout/row.tsx';
import { landingMessage, type Landing } from './landing-message.ts';
import classes from './sign-in.module.css';

/** The English texts of what can fail at the door: the server describes a failure with them, and on a Hebrew page they say nothing new. */
const readEnglish = async (): Promise<Record<string, string>> =>
  (await import('../../platform/i18n/locales/en/errors.json', { with: { type: 'json' } })).default;

/** Why a provider, or a link, led here without a sign-in. Words of somebody else are shown as such and as text only. */
export function LandingNotice({ landing }: { landing: Landing }) {
  const { t, i18n } = useTranslation();
  const english = useQuery({ queryKey: ['english errors'], queryFn: readEnglish, staleTime: Number.POSITIVE_INFINITY });
  const message = landingMessage(landing, (code) => i18n.exists(`errors.${code}`));
  if (message === null) return null;
  const { known } = message;
  const told =
    known !== null && (english.data === undefined || english.data[known] === message.told) ? null : message.told;
  return (
    <Row gap={8} className={classes.landing} role="alert">
      <IconAlertCircle size={16} stroke={1.6} aria-hidden="true" />
      <span>
        {known !== null && t(`errors.${known as 'internal'}`)}
        {told !== null && (
          <>
            {`${known === null ? '' : ' '}${t('sessions.signIn.providerSays')} `}
            <bdi translate="no">{told}</bdi>
          </>
        )}
      </span>
    </Row>
  );
}
