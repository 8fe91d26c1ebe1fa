//! Containers, clouds, infrastructure, packages of the system, network, databases.
//! Sources: docs.docker.com/reference/cli, kubernetes.io/docs/reference/kubectl,
//! helm.sh/docs, developer.hashicorp.com/terraform/cli, docs.aws.amazon.com/cli, the
//! manual pages of curl, rsync, apt, systemd, psql.

use super::super::Reader::{self, *};
use super::super::form::ANY;
use super::super::form::Rule::*;
use super::Row;

/// Formats of docker that are for programs.
const DOCKER_RAW: &str = "--format=json|*json*|yaml|yml";

/// Operations.
#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    ("docker ps", DockerPs, &[As("docker|podman|nerdctl ps, docker|podman|nerdctl container ls|list|ps, docker|podman|nerdctl compose ps|ls, docker-compose|podman-compose ps|ls"), Value("-f -n --filter --format --last --status"), Leave(DOCKER_RAW)]),
    ("docker images", DockerImages, &[As("docker|podman|nerdctl images, docker|podman|nerdctl image ls|list, docker|podman|nerdctl compose images, docker-compose images"), Value("-f --filter --format"), Leave(DOCKER_RAW)]),
    ("docker volume ls", DockerTable, &[As("docker|podman|nerdctl volume|network|context|stack|service|node|secret|config|plugin|buildx|builder|machine|pod|manifest ls|list, docker|podman|nerdctl system df, docker|podman|nerdctl history|port|top|search|version|info, docker|podman|nerdctl image history, docker|podman|nerdctl compose top|port, docker-compose top|port, docker buildx du, docker stack ps|services, docker service|node ps"), Value("-f --filter --format"), Leave(DOCKER_RAW)]),
    ("docker stats", DockerTable, &[As("docker|podman|nerdctl stats, docker|podman|nerdctl container stats, docker|podman|nerdctl compose stats"), Needs("--no-stream"), Value("--format"), Leave(DOCKER_RAW)]),
    ("docker inspect", DockerInspect, &[As("docker|podman|nerdctl inspect, docker|podman|nerdctl container|image|volume|network|service|node inspect"), Value("--type"), Leave("-f --format")]),
    ("docker logs", DockerLogs, &[As("docker|podman|nerdctl logs, docker|podman|nerdctl container logs, docker|podman|nerdctl compose logs, docker-compose|podman-compose logs, docker service logs"), Value("-n --tail --since --until --index"), Leave("-f --follow")]),
    ("docker build", DockerBuild, &[As("docker|podman|nerdctl build, docker buildx build|bake, docker|podman|nerdctl image|builder build, docker|podman|nerdctl compose build, docker-compose|podman-compose build, buildah build|bud, earthly, kaniko, nixpacks build, pack build"), Value("-f -t -o --file --tag --output --target --build-arg --label --platform --progress --cache-from --cache-to --secret --ssh --iidfile --metadata-file --network --builder"), Leave("-o=- --output=-|type=tar* --progress=rawjson --print --call -i --interactive")]),
    ("docker pull", DockerPull, &[As("docker|podman|nerdctl pull|push|load, docker|podman|nerdctl image pull|push|load, docker|podman|nerdctl compose pull|push, docker-compose|podman-compose pull|push"), Value("--platform -i --input")]),
    ("docker compose up", DockerUp, &[As("docker|podman|nerdctl compose up, docker-compose|podman-compose up"), Needs("-d --detach --wait --no-start"), Value("-t --timeout --scale --pull --attach --exit-code-from --wait-timeout"), Leave("-w --watch")]),
    ("docker compose down", DockerUp, &[As("docker|podman|nerdctl compose down|stop|start|restart|kill|create|pause|unpause|wait, docker-compose|podman-compose down|stop|start|restart|kill|create|pause|unpause"), Value("-t -s --timeout --signal --rmi")]),
    ("docker prune", DockerUp, &[As("docker|podman|nerdctl system|image|container|volume|network|builder|buildx prune, docker|podman|nerdctl compose rm, docker-compose rm"), Needs("-f --force")]),

    ("kubectl get", KubectlGet, &[As("kubectl|oc get"), Value("-o -l -f -k -L --output --selector --field-selector --filename --sort-by --label-columns --chunk-size")]),
    ("kubectl describe", KubectlDescribe, &[As("kubectl|oc describe"), Value("-l -f -k --selector --filename")]),
    ("kubectl logs", KubectlLogs, &[As("kubectl|oc logs, stern"), Value("-c -l --container --selector --tail --since --since-time --limit-bytes --max-log-requests --pod-running-timeout"), Leave("-f --follow")]),
    ("kubectl apply", KubectlApply, &[As("kubectl|oc apply|create|delete|replace|patch|scale|label|annotate|expose|set|cordon|uncordon|drain|taint|autoscale|wait, kustomize edit"), Value("-f -k -l -o -p --filename --kustomize --selector --output --patch --type --for --timeout --image --replicas --grace-period --from-literal --from-file --dry-run --field-manager --field-selector --patch-file"), Leave("-i --interactive"), LeaveWords("token")]),
    ("kubectl rollout", KubectlRollout, &[As("kubectl|oc rollout status|history|undo|restart|pause|resume"), Value("-f -k -l --revision --timeout --to-revision --selector"), Fine("-w --watch")]),
    ("kubectl top", KubectlTable, &[As("kubectl|oc top pod|pods|node|nodes|po|no, kubectl|oc api-resources|api-versions|events|cluster-info|version|explain, kubectl|oc config get-contexts, kubectl|oc auth can-i, oc status, oc projects"), Value("-l -o --selector --sort-by --output --verbs --api-group --for --types"), Leave("-q")]),
    ("kubeconform", Task, &[As("kubeconform|kubeval|kube-linter|kubescape, kind create|delete|load, minikube start|stop|delete|status, k3d cluster, skaffold build|deploy|delete, flux reconcile|check|get, argocd app, eksctl create|delete|get, istioctl analyze|install, velero get|describe"), Leave("-h -o=json|yaml --output=json|yaml --format=json")]),

    ("helm list", HelmTable, &[As("helm list|ls|history|hist|status, helm search repo|hub, helm repo list|ls, helm dependency|dep list|ls, helm plugin list"), Value("-l -m --selector --max --filter --revision --version"), Leave("-q --short")]),
    ("helm install", Helm, &[As("helm install|upgrade|uninstall|delete|rollback|test|lint|package|pull|push|verify, helm dependency|dep update|build|up, helm repo add|update|remove|index, helmfile apply|sync|diff|lint, chart-testing lint, ct lint"), Value("-f --values --set --set-string --set-file --version --timeout --repo --description"), Leave("--dry-run")]),

    ("terraform init", TerraformInit, &[As("terraform|tofu|terragrunt init|get|providers"), Words, Value("-backend-config -from-module -plugin-dir"), Leave("-migrate-state -input=true")]),
    ("terraform plan", TerraformPlan, &[As("terraform|tofu|terragrunt plan|show|refresh|import, terragrunt run-all"), Words, Value("-var -var-file -target -out -lock-timeout -parallelism -replace -state --terragrunt-working-dir"), LeaveWords("apply destroy")]),
    ("terraform apply", TerraformApply, &[As("terraform|tofu|terragrunt apply|destroy"), Words, Needs("-auto-approve --auto-approve"), Value("-var -var-file -target -lock-timeout -parallelism -replace -state")]),
    ("terraform validate", TerraformValidate, &[As("terraform|tofu|terragrunt validate|test, packer validate|build|init"), Words, Value("-var -var-file -filter")]),
    ("terraform state list", HelmTable, &[As("terraform|tofu state list, terraform|tofu workspace list"), Words]),
    ("terraform fmt", Task, &[As("terraform|tofu fmt, terraform|tofu state mv|rm|show, terraform|tofu workspace new|select|delete, terragrunt hclfmt, terraform-docs"), Words, LeaveWords("-")]),
    ("pulumi preview", Pulumi, &[As("pulumi preview|pre, pulumi stack ls, pulumi install"), Leave("-i --interactive")]),
    ("pulumi up", Pulumi, &[As("pulumi up|update|destroy|down|refresh"), Needs("-y -f --yes --skip-preview"), Leave("-i --interactive --watch")]),
    ("cdk diff", Task, &[As("cdk diff|ls|list|bootstrap, sam build|validate, serverless|sls package|deploy|remove, cfn-lint, sst build, amplify status, firebase deploy, fly|flyctl deploy|status, heroku ps|releases, vercel|netlify deploy, railway up|status, gcloud builds"), Leave("-h -j --json -w --watch")]),
    ("ansible-playbook", Ansible, &[Operands(1, ANY), Value("-i -e -l -t -u -f -M --inventory --extra-vars --limit --tags --skip-tags --user --forks --private-key --start-at-task --vault-password-file --become-user"), Leave("-h -K -k -J --list-hosts --list-tasks --list-tags --ask-become-pass --ask-pass --ask-vault-pass --step")]),

    ("aws configure", Reader::Raw, &[As("aws configure|sso|login|help *, aws ecr get-login|get-login-password, aws eks get-token|update-kubeconfig, aws ssm start-session, aws ecs execute-command, aws codeartifact get-authorization-token|login, aws sts get-session-token|assume-role, aws s3 presign")]),
    ("aws s3", AwsS3, &[As("aws s3 *"), Value("--exclude --include --acl --storage-class --sse --content-type --cache-control --metadata --expires-in"), LeaveWords("- help")]),
    ("aws logs", AwsLogs, &[As("aws logs *"), Value("--log-group-name --log-stream-name --start-time --end-time --filter-pattern --limit --since --format --log-stream-name-prefix"), Leave("--follow"), LeaveWords("help start-live-tail")]),
    ("aws", Aws, &[As("aws * *"), LeaveWords("help wait -")]),
    ("gcloud config", Raw, &[As("gcloud config|auth|init|info|topic|cheat-sheet|help|interactive *, gcloud compute ssh|scp|connect-to-serial-port, gcloud * ssh|print-access-token|get-value|print-identity-token, gcloud secrets versions, az login|logout|interactive|configure|find *, az account get-access-token, gcloud logging tail")]),
    ("gcloud", Gcloud, &[As("gcloud * *"), LeaveWords("ssh get-value print-access-token print-identity-token tail start-iap-tunnel access")]),
    ("az", Gcloud, &[As("az * *"), Needs("-o --output"), LeaveWords("ssh")]),

    ("curl", Curl, &[Operands(1, ANY), Value("-H -d -X -o -u -A -b -c -e -F -T -w -x -m -E -C -r -y -Y -z -Q -t -U -D -P --header --data --data-raw --data-binary --data-urlencode --data-ascii --request --output --user --user-agent --cookie --cookie-jar --referer --form --upload-file --write-out --proxy --max-time --cert --key --cacert --capath --continue-at --range --connect-timeout --retry --retry-delay --retry-max-time --resolve --dump-header --limit-rate --url --json --connect-to --interface --output-dir --max-redirs --oauth2-bearer --aws-sigv4 --unix-socket --parallel-max"), Leave("-N -h -V -M -K --no-buffer --manual --config")]),
    ("wget", Wget, &[Operands(1, ANY), Value("-O -o -a -P -t -T -U -e -i -A -R -D -l --output-document --output-file --append-output --directory-prefix --tries --timeout --user-agent --header --post-data --post-file --user --password --accept --reject --level --wait --limit-rate"), Leave("-O=-|/dev/stdout -i -h -V -b --output-document=-|/dev/stdout --input-file --background")]),
    ("ping", Ping, &[As("ping|ping6"), Operands(1, ANY), Needs("-c -n"), Value("-c -i -I -W -w -s -t -S -T -M -Q -p"), Leave("-f -h -V")]),
    ("rsync", Rsync, &[Operands(1, ANY), Value("-e -f -M -T -B --rsh --exclude --include --exclude-from --include-from --files-from --filter --bwlimit --timeout --port --log-file --backup-dir --suffix --compare-dest --link-dest --chmod --chown --rsync-path --max-size --min-size --password-file"), Leave("-0 --out-format --log-format --list-only --server --daemon --from0")]),

    ("apt install", AptInstall, &[As("apt|apt-get|aptitude install|remove|purge|upgrade|dist-upgrade|full-upgrade|autoremove|build-dep|reinstall"), Needs("-y -q --yes --assume-yes -qq")]),
    ("apt update", AptInstall, &[As("apt|apt-get|aptitude update|clean|autoclean|check")]),
    ("dnf install", AptInstall, &[As("dnf|yum|microdnf install|remove|update|upgrade|groupinstall|reinstall|autoremove, zypper install|in|update|up|remove|rm|refresh|ref, pacman"), Needs("-y --assumeyes --noconfirm --non-interactive -n")]),
    ("apk add", AptInstall, &[As("apk add|del|update|upgrade|fix")]),
    ("brew install", AptInstall, &[As("brew install|upgrade|uninstall|remove|rm|update|reinstall|cleanup|tap|untap|bundle|link, port install|selfupdate, choco install|upgrade, scoop install|update, winget install, nix build|develop, nix-build, nix-env, flatpak install, snap install|refresh, mise install|use, asdf install"), Leave("-h --json --dry-run -n")]),
    ("apt list", AptList, &[As("apt list|search, apt-cache search, brew list|ls|outdated|search|leaves, dnf|yum list|search, apk list|search, snap list, flatpak list, dpkg-query"), Leave("-W --json -1 --versions -f --showformat")]),
    ("dpkg -l", AptList, &[As("dpkg, rpm"), Words, Needs("-l -qa --list"), Leave("--qf --queryformat -p")]),

    ("systemctl status", SystemctlStatus, &[As("systemctl status|list-units|list-unit-files|list-timers|list-sockets|list-dependencies|list-jobs, service * status, launchctl list, rc-status, supervisorctl status, pm2 ls|list|status"), Value("-n -t --lines --type --state")]),
    ("journalctl", Journalctl, &[As("journalctl, dmesg"), Value("-u -n -S -U -p -g -t --unit --lines --since --until --priority --grep --identifier -l --level --facility"), Leave("-f -w -W -J -o=json*|export|cat|verbose -h --follow --follow-new --json --output=json*|export|cat|verbose --vacuum-size --vacuum-time --list-boots --disk-usage -C --clear --field -F --fields")]),
    ("psql", Sql, &[As("psql, mysql|mariadb, cockroach sql, clickhouse-client, snowsql, duckdb"), Needs("-c -f -e -l -q --command --file --execute --list --query"), Value("-c -f -d -h -p -U -v -P -F -R -o -T -L -u -e -D -S --command --file --dbname --host --port --username --set --variable --pset --field-separator --record-separator --output --execute --user --database --query --url"), Leave("-V -W -o -s -L --csv --html -H --xml --json -json -csv --format --output --log-file")]),
    ("sqlite3", Sql, &[Operands(2, 255), Words, Value("-cmd -init -separator -nullvalue -newline"), Leave("-json -csv -html -quote -list -ascii -tabs -interactive -A -version -help -insert")]),
    ("redis-cli", Sql, &[As("redis-cli, mongosh"), Operands(1, ANY), Needs("--eval -h -p"), Value("-h -p -n -a -u --eval"), Leave("--csv --json --raw --scan --pipe --stat --monitor --latency"), LeaveWords("monitor subscribe psubscribe MONITOR SUBSCRIBE PSUBSCRIBE")]),
];
