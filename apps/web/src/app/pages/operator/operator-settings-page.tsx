import { Checkbox, Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Fields } from '../../../ui/forms/form.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Lead, Section } from '../../../ui/page/section.tsx';
import { changeOperatorPreferences, queueStates, useOperatorPreferences } from './operator-preferences.ts';

const flags = ['showsCores', 'showsNotices', 'hasTone'] as const;

/** How an operator's queue works on this desk. */
export function OperatorSettingsPage() {
  const { t } = useTranslation();
  const preferences = useOperatorPreferences();
  const toggle = (state: (typeof queueStates)[number]): void =>
    changeOperatorPreferences({
      states: queueStates.filter((one) =>
        one === state ? !preferences.states.includes(one) : preferences.states.includes(one),
      ),
    });
  return (
    <>
      <PageHeader
        title={t('pages.operatorSettings.title')}
        parents={[{ key: 'queue', link: <Link to="/operator">{t('pages.operator.title')}</Link> }]}
      />
      <Section>
        <Lead>{t('pages.operatorSettings.lead')}</Lead>
        <Fields as="fieldset" style={{ border: 0, padding: 0, margin: 0 }}>
          <legend>{t('pages.operatorSettings.states')}</legend>
          {queueStates.map((state) => (
            <Checkbox
              key={state}
              label={t(`status.state.${state}`)}
              checked={preferences.states.includes(state)}
              onChange={() => toggle(state)}
            />
          ))}
        </Fields>
      </Section>
      <Section>
        <Fields>
          {flags.map((flag) => (
            <Switch
              key={flag}
              label={t(`pages.operatorSettings.${flag}`)}
              checked={preferences[flag]}
              onChange={(event) => changeOperatorPreferences({ [flag]: event.currentTarget.checked })}
            />
          ))}
        </Fields>
      </Section>
    </>
  );
}
