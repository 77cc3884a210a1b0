/** What is made once for an object, and kept as long as anybody holds the object. */
export function onceFor<Owner extends object, Value>(make: (owner: Owner) => Value): (owner: Owner) => Value {
  const made = new WeakMap<Owner, { readonly value: Value }>();
  return (owner) => {
    const known = made.get(owner);
    if (known !== undefined) return known.value;
    const value = make(owner);
    made.set(owner, { value });
    return value;
  };
}
