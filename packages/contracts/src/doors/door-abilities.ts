/**
 * A core that announces this looks for doors, learns how they look, and tells how they are. `doors:<model>` counts too. It also takes the
 * kind `door`. Judging rules of the kind `door` is an ability of its own: {@link doorRulesAbility}.
 */
export const doorsAbility = 'doors';

/** A core that announces this judges rules of the kind `door` by how it sees its doors. */
export const doorRulesAbility = 'doorRules';

/** A core that announces this tells the server who went through a door and who was before it. */
export const doorSightAbility = 'doorSight';
