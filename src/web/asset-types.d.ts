/** Pictures become files of their own; importing one gives its address. */
declare module '*.svg' {
  const url: string
  export default url
}
