/** Pictures become files of their own; importing one gives its address. */
declare module '*.svg' {
  const url: string
  export default url
}

/** GraphiQL's files, which the build makes of its package: the address of each. */
declare module 'virtual:graphiql' {
  export const script: string
  export const style: string
  export const editorWorkerService: string
  export const graphql: string
  export const json: string
}
