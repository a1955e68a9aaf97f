/** Clusters of this machine, by the names that the tools give them which make them. */

const LOCAL_CONTEXT =
  /^(kind(-.*)?|minikube|docker-desktop|docker-for-desktop|rancher-desktop|k3d(-.*)?|colima(-.*)?|orbstack|microk8s|k3s-local|lima-.*|vcluster_docker_.*)$/

/** Whether a context leads to a cluster of this machine, which is made anew in a minute. */
export function isLocalContext(context: string): boolean {
  return LOCAL_CONTEXT.test(context)
}
