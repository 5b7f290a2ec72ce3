import { Checkbox, Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from '../../../ui/forms/form.module.css';
import { PageHeader } from '../../../ui/page/page-header.tsx';
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
      <section className={classes.section}>
        <p className={classes.lead}>{t('pages.operatorSettings.lead')}</p>
        <fieldset className={classes.form} style={{ border: 0, padding: 0, margin: 0 }}>
          <legend>{t('pages.operatorSettings.states')}</legend>
          {queueStates.map((state) => (
            <Checkbox
              key={state}
              label={t(`status.state.${state}`)}
              checked={preferences.states.includes(state)}
              onChange={() => toggle(state)}
            />
          ))}
        </fieldset>
      </section>
      <section className={classes.section}>
        <div className={classes.form}>
          {flags.map((flag) => (
            <Switch
              key={flag}
              label={t(`pages.operatorSettings.${flag}`)}
              checked={preferences[flag]}
              onChange={(event) => changeOperatorPreferences({ [flag]: event.currentTarget.checked })}
            />
          ))}
        </div>
      </section>
    </>
  );
}
