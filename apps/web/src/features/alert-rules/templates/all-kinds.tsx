import { ruleKinds } from '@sightline/contracts/alert-rules/rule-kinds';
import type { RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../platform/session/session-store.ts';
import { useAlertWords } from '../../../ui/alerts/use-alert-words.ts';
import { createPath } from './rule-templates.ts';
import classes from './templates.module.css';

const groups = [0, 1, 2, 3, 4, 5] as const;
const kinds = Object.keys(ruleKinds) as RuleKind[];

/** Every kind of rule by its group, with what it watches for. Those for developers are offered to developers. */
export function AllKinds() {
  const { t } = useTranslation();
  const words = useAlertWords();
  const { user } = useSession();
  // As the server has it: others are refused such a rule.
  const isStaff = user.isDeveloper || user.isDevTeam || user.roles.includes('ADMIN');
  const offered = kinds.filter((kind) => isStaff || !('isForDevelopers' in ruleKinds[kind]));
  return (
    <div className={classes.groups}>
      {groups.map((group) => (
        <section key={group}>
          <h3>{t(`alertRules.templates.group.${group}`)}</h3>
          <ul className={classes.kinds}>
            {offered
              .filter((kind) => ruleKinds[kind].group === group)
              .map((kind) => (
                <li key={kind}>
                  <Link to={createPath(kind) as string} className={classes.oneKind}>
                    <span className={classes.name}>{words.kind(kind)}</span>
                    <span className={classes.text}>{t(`alertRules.kindText.${kind}`)}</span>
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
