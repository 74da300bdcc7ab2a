const { getOwnPropertyDescriptor, is } = Object;
const { ownKeys } = Reflect;

const constructors = {
  Object,
  Array,
  Function,
  String,
  Number,
  Boolean,
  Symbol,
  RegExp,
  Date,
  Promise,
  Map,
  Set,
};

/** The objects that all code of a process shares, by name. */
const shared: readonly (readonly [name: string, object: object])[] = [
  ...Object.entries(constructors),
  ...Object.entries(constructors).map(([name, { prototype }]) => [`${name}.prototype`, prototype] as const),
  ['Error.prototype', Error.prototype], // Error itself has settings, such as stackTraceLimit
  ['JSON', JSON],
  ['Math', Math],
];

/**
 * Notes the properties of the built-in objects. Returns a function that names the first one that was added, removed or replaced since, such as
 * `Object.prototype.admin`: a function that merges parsed data can do that, and all later calls would see it.
 */
export function watchBuiltIns(): () => string | undefined {
  const noted = shared.map(([name, object]) => ({ name, object, properties: propertiesOf(object) }));
  return () => {
    for (const { name, object, properties } of noted) {
      const keys = ownKeys(object);
      const changed =
        keys.find((key) => !isSame(getOwnPropertyDescriptor(object, key), properties.get(key))) ??
        (keys.length < properties.size ? [...properties.keys()].find((key) => !keys.includes(key)) : undefined);
      if (changed !== undefined) return `${name}.${String(changed).slice(0, 100)}`;
    }
    return undefined;
  };
}

function propertiesOf(object: object): ReadonlyMap<string | symbol, PropertyDescriptor | undefined> {
  return new Map(ownKeys(object).map((key) => [key, getOwnPropertyDescriptor(object, key)]));
}

function isSame(now: PropertyDescriptor | undefined, then: PropertyDescriptor | undefined): boolean {
  return then !== undefined && is(now?.value, then.value) && now?.get === then.get && now?.set === then.set;
}
